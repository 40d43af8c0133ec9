// The slices whose rules are more than a setter.
import { beforeEach, describe, expect, it } from 'vitest';
import { useFresh } from './fresh';
import { useLayers } from './layers';
import { useSelection } from './selection';
import { useView } from './view';

describe('layers', () => {
  beforeEach(() => useLayers.getState().reset());
  const order = () => useLayers.getState().order;

  it('takes the order of the server, then keeps the order of the user', () => {
    const { sync, move } = useLayers.getState();
    sync([1, 2, 3]);
    move(3, 0);
    sync([1, 2, 3]);
    expect(order()).toEqual([3, 1, 2]);
  });
  it('puts a new layer above the one it stands above, and the last at the bottom', () => {
    const { sync } = useLayers.getState();
    sync([1, 2]);
    sync([9, 1, 8, 2, 7]);
    expect(order()).toEqual([9, 1, 8, 2, 7]);
  });
  it('puts a new layer on top of an order of the user, whose kept one stays whole', () => {
    const { sync, move, arrange } = useLayers.getState();
    sync([1, 2, 3]);
    move(3, 0);
    sync([9, 1, 2, 3]);
    expect(order()).toEqual([9, 3, 1, 2]);
    arrange({ order: [2, 3, 1], hidden: [1], opacity: {}, off: {} });
    expect(order()).toEqual([2, 3, 1, 9]);
    expect([...useLayers.getState().hidden]).toEqual([1, 9]);
  });
  it('forgets what is gone, and only then tells its listeners', () => {
    const { sync, setVisible, setOpacity } = useLayers.getState();
    sync([1, 2]);
    setVisible([1, 2], false);
    setOpacity(2, 7);
    expect(useLayers.getState().opacity.get(2)).toBe(1);
    const before = useLayers.getState().order;
    sync([1, 2]);
    expect(order()).toBe(before);
    sync([1]);
    expect([...useLayers.getState().hidden]).toEqual([1]);
    expect(useLayers.getState().cached).toEqual([1, 2]);
    expect(useLayers.getState().opacity.size).toBe(0);
  });
});

describe('selection', () => {
  beforeEach(() => useSelection.getState().clear());
  const now = () => {
    const { layer, ids, isWhole } = useSelection.getState();
    return { layer, ids, isWhole };
  };

  it('takes all of a layer at once, and then the ids that came, few or none', () => {
    const { selectWhole, settleWhole } = useSelection.getState();
    selectWhole(4);
    expect(now()).toEqual({ layer: 4, ids: [], isWhole: true });
    settleWhole(4, [1, 2, 3]);
    expect(now()).toEqual({ layer: 4, ids: [1, 2, 3], isWhole: false });
    selectWhole(4);
    settleWhole(4, []);
    expect(now()).toEqual({ layer: 4, ids: [], isWhole: false });
  });
  it('goes back to what was selected where the ids do not come, with its shapes', () => {
    const { select, selectWhole, settleWhole } = useSelection.getState();
    const shape = { type: 'Point' as const, coordinates: [51, 35] };
    select(7, [9], [shape]);
    selectWhole(4);
    selectWhole(4);
    settleWhole(4, null);
    expect(now()).toEqual({ layer: 7, ids: [9], isWhole: false });
    expect(useSelection.getState().shapes).toEqual([shape]);
  });
  it('keeps what was selected, or let go of, while the ids came', () => {
    const { select, clear, selectWhole, settleWhole } = useSelection.getState();
    selectWhole(4);
    select(4, [5]);
    settleWhole(4, [1, 2, 3]);
    expect(now()).toEqual({ layer: 4, ids: [5], isWhole: false });
    selectWhole(4);
    clear();
    settleWhole(4, [1, 2, 3]);
    expect(now()).toEqual({ layer: null, ids: [], isWhole: false });
    selectWhole(4);
    selectWhole(5);
    settleWhole(4, [1, 2, 3]);
    expect(now()).toEqual({ layer: 5, ids: [], isWhole: true });
  });
  it('lets go of what was deleted, of its own layer only', () => {
    const { select, drop } = useSelection.getState();
    select(4, [1, 2, 3]);
    drop(5, [1, 2, 3]);
    expect(now().ids).toEqual([1, 2, 3]);
    drop(4, [3, 1]);
    expect(now().ids).toEqual([2]);
    drop(4, [2]);
    expect(now()).toEqual({ layer: null, ids: [], isWhole: false });
  });
});

describe('fresh records', () => {
  beforeEach(() => useFresh.getState().clear());
  const record = (id: number, layer = 1) => ({ layer, id, geometry: null, value: {} });

  it('replaces, drops by id or by layer, and stays bounded', () => {
    const { put, drop } = useFresh.getState();
    for (let id = 0; id < 510; id += 1) put(record(id));
    put(record(509));
    expect(useFresh.getState().records).toHaveLength(500);
    drop(1, [509]);
    expect(useFresh.getState().records).toHaveLength(499);
    put(record(1, 2));
    drop(1);
    expect(useFresh.getState().records).toEqual([record(1, 2)]);
  });
});

describe('where the map has been', () => {
  const at = (x: number, zoom = 9) => ({ center: [x, 35] as const, zoom, bearing: 0 });
  const { setView, step } = useView.getState();
  const places = () => useView.getState().items.map(({ center }) => center[0]);
  const flight = (to: number, ended: number) => {
    setView(at(to), 'heading');
    setView(at(ended), 'arrived');
  };
  beforeEach(() => {
    useView.setState({ view: null, items: [], current: -1 });
    setView(at(50), 'moved');
    flight(51, 51);
  });

  it('has each flight once, from its beginning, and forgets what lay ahead when it goes elsewhere', () => {
    setView(at(52), 'heading');
    expect(useView.getState().view).toEqual(at(51));
    expect(step(-1)).toEqual(at(51));
    setView(at(51), 'heading');
    setView(at(51), 'arrived');
    expect(places()).toEqual([50, 51, 52]);
    expect(step(-1)).toEqual(at(50));
    expect(step(-1)).toBeNull();
    flight(53, 53);
    expect(places()).toEqual([50, 53]);
  });
  it('keeps where a flight ended, when that is not where it was to', () => {
    flight(60, 58);
    expect(places()).toEqual([50, 51, 58]);
    setView(at(58.00001), 'moved');
    expect(places()).toEqual([50, 51, 58]);
  });
});
