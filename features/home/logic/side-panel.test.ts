// The side panel as scripts of events: what lies on the stack after each, and what the screen is told to do.
import { describe, expect, it } from 'vitest';
import type { LayerRecord } from '@/contract/schemas/record';
import {
  LAYERS_ONLY,
  type RecordForm,
  type SidePanel,
  type SidePanelEvent,
  stackOf,
  step,
  type Work,
} from './side-panel';

const record = (id: number, layer = 1) => ({ id, layer, geometry: null, value: {} }) as unknown as LayerRecord;
const form = (id: number): RecordForm => ({ kind: 'record', record: record(id) });
const NEW: RecordForm = { kind: 'new', layer: 4 };
const tool = (name: string | null): SidePanelEvent => ({ kind: 'tool', tool: name });
const open = (of: RecordForm): SidePanelEvent => ({ kind: 'open', form: of });

const CLEAN: Work = { isFormUnsaved: false, vertices: 0 };
const UNSAVED: Work = { ...CLEAN, isFormUnsaved: true };

/** Plays events from the layers alone; each may come with the work at hand. */
const play = (script: (SidePanelEvent | [SidePanelEvent, Work])[]) => {
  let state: SidePanel = LAYERS_ONLY;
  let effects: string[] = [];
  for (const one of script) {
    const [event, work] = Array.isArray(one) ? one : [one, CLEAN];
    const [next, ...list] = step(state, event, work);
    state = next;
    effects = list.map((effect) => ('how' in effect ? `${effect.kind} ${effect.how}` : 'loss' in effect ? `ask ${effect.loss}` : effect.kind)); // biome-ignore format: a line
  }
  return { state, stack: stackOf(state).slice(1), tool: state.tool, form: state.form, asks: state.question !== null, effects }; // biome-ignore format: a line
};

describe('the stack', () => {
  it('has the form above the tool, and the tool above the layers', () => {
    expect(play([]).stack).toEqual([]);
    expect(play([tool('identify'), open(form(7))]).stack).toEqual(['tool', 'form']);
    expect(play([tool('identify'), open(form(7))]).effects).toEqual(['select']);
  });

  it('is popped by Esc from the top, and never below the layers', () => {
    const script = [tool('identify'), open(form(7))];
    expect(play([...script, { kind: 'escape' }])).toMatchObject({ stack: ['tool'], effects: ['release discarded', 'deselect'] }); // biome-ignore format: a line
    expect(play([...script, { kind: 'escape' }, { kind: 'escape' }]).effects).toEqual(['closeTool']);
    expect(play([{ kind: 'escape' }])).toMatchObject({ stack: [], effects: [] });
  });

  it('shows another record in the place of the one before', () => {
    expect(play([open(form(7)), [open(form(8)), UNSAVED]])).toMatchObject({ form: form(8), asks: false });
  });

  it('keeps a saved record open, and closes the form of a new one; the tool stays for the next', () => {
    const saved = { kind: 'saved', record: record(9) } as const;
    expect(play([open(form(9)), saved]).effects).toEqual(['release saved', 'select']);
    expect(play([tool('draw'), open(NEW), saved])).toMatchObject({ stack: ['tool'], effects: ['release saved'] });
    expect(play([tool('modify'), open(form(9)), { kind: 'deleted' }])).toMatchObject({ stack: ['tool'] });
  });
});

describe('a new record', () => {
  const newRecord = [tool('draw'), open(NEW)];

  it('is dropped by Esc with its shape, after one question', () => {
    const script = [...newRecord, [{ kind: 'escape' }, UNSAVED]] as Parameters<typeof play>[0];
    expect(play(script)).toMatchObject({ stack: ['tool', 'form'], asks: true, effects: ['ask new'] });
    expect(play([...script, [{ kind: 'escape' }, UNSAVED]])).toMatchObject({ asks: true, effects: [] });
    expect(play([...script, [{ kind: 'confirmed' }, UNSAVED]])).toMatchObject({
      stack: ['tool'],
      asks: false,
      effects: ['release discarded', 'deselect'],
    });
    expect(play([...script, { kind: 'refused' }])).toMatchObject({ stack: ['tool', 'form'], asks: false });
  });

  it('goes together with its tool when another one is taken, and neither goes without the other', () => {
    for (const other of ['measure', 'modify', null]) {
      const script = [...newRecord, [tool(other), UNSAVED]] as Parameters<typeof play>[0];
      expect(play(script)).toMatchObject({ tool: 'draw', form: NEW, effects: ['ask new'] });
      expect(play([...script, [tool('print'), UNSAVED]])).toMatchObject({ tool: 'draw', effects: [] });
      expect(play([...script, [{ kind: 'confirmed' }, UNSAVED]])).toMatchObject({ tool: other, form: null, effects: ['release discarded'] }); // biome-ignore format: a line
      expect(play([...script, { kind: 'refused' }])).toMatchObject({ tool: 'draw', form: NEW, asks: false });
    }
  });

  it('gives way to a record that is opened, with its shape, after one question', () => {
    const script = [...newRecord, [open(form(7)), UNSAVED]] as Parameters<typeof play>[0];
    expect(play(script).effects).toEqual(['ask new']);
    expect(play([...script, { kind: 'confirmed' }])).toMatchObject({ form: form(7), effects: ['release discarded', 'select'] }); // biome-ignore format: a line
  });

  it('is not asked about when its shape comes again', () => {
    expect(play([...newRecord, [open(NEW), UNSAVED]])).toMatchObject({ form: NEW, asks: false, effects: [] });
  });
});

describe('a record', () => {
  it('stays open beside the tool that reshapes it, and without a tool', () => {
    expect(play([open(form(7)), [tool('modify'), UNSAVED]])).toMatchObject({ tool: 'modify', form: form(7) });
    expect(play([open(form(7)), tool('modify'), tool(null)])).toMatchObject({ tool: null, form: form(7) });
  });

  it('gives way to any other tool at once while nothing is unsaved', () => {
    for (const other of ['identify', 'draw', 'measure'])
      expect(play([open(form(7)), tool(other)])).toMatchObject({ tool: other, form: null, asks: false });
  });

  it('is asked about when another tool is taken with changes unsaved, and both change together', () => {
    const script = [open(form(7)), [tool('draw'), UNSAVED]] as Parameters<typeof play>[0];
    expect(play(script)).toMatchObject({ tool: null, form: form(7), effects: ['ask record'] });
    expect(play([...script, [{ kind: 'confirmed' }, UNSAVED]])).toMatchObject({ tool: 'draw', form: null });
    expect(play([...script, { kind: 'refused' }])).toMatchObject({ tool: null, form: form(7) });
  });

  it('is asked about when the tool that reshaped it is closed below it', () => {
    const script = [tool('modify'), open(form(7)), [tool(null), UNSAVED]] as Parameters<typeof play>[0];
    expect(play(script).effects).toEqual(['ask record']);
    expect(play([...script, [{ kind: 'confirmed' }, UNSAVED]])).toMatchObject({ tool: null, form: null });
  });

  it('leaves a draft behind when Esc closes it, without a question', () => {
    expect(play([open(form(7)), [{ kind: 'escape' }, UNSAVED]])).toMatchObject({ stack: [], asks: false });
  });
});

describe('a drawing without a form', () => {
  const drawing = (vertices: number): Work => ({ isFormUnsaved: false, vertices });

  it('is asked about from its second vertex on', () => {
    expect(play([tool('draw'), [tool(null), drawing(1)]])).toMatchObject({ tool: null, asks: false });
    expect(play([tool('draw'), [tool('measure'), drawing(2)]])).toMatchObject({ tool: 'draw', effects: ['ask drawing'] }); // biome-ignore format: a line
    expect(play([tool('draw'), [tool('measure'), drawing(2)], [{ kind: 'confirmed' }, drawing(2)]]).tool).toBe('measure'); // biome-ignore format: a line
  });

  it('of another tool is not', () => {
    expect(play([tool('measure'), [tool(null), drawing(5)]])).toMatchObject({ tool: null, asks: false });
  });
});
