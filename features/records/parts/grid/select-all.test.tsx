// Ctrl+A: where the table shows the whole layer, that is told before the ids are read; ids that come too late select nothing.
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { renderScreen, world } from '@/testing/render-screen';
import { RecordTable } from '../../slots/record-table';

interface OpenTableProps {
  id: number;
  events: unknown[];
  filter?: Readonly<Record<string, string>>;
}
function OpenTable({ id, events, filter }: OpenTableProps) {
  const { data: layer } = useRead(api.layers.one, { params: { id } });
  const [selected, setSelected] = useState<number[]>([]);
  const [isMarked, setMarked] = useState(false);
  if (!layer) return null;
  const mark = () => {
    events.push('whole');
    setMarked(true);
  };
  const settle = (ids: number[] | null) => {
    events.push(ids ? `all ${ids.length}` : 'none came');
    setMarked(false);
  };
  return (
    <RecordTable
      layer={layer}
      selected={selected}
      onSelect={(ids) => {
        events.push(ids.length);
        setSelected(ids);
      }}
      whole={{ isMarked, mark, settle }}
      {...(filter ? { filter } : {})}
    />
  );
}
const open = async (filter?: OpenTableProps['filter']) => {
  const { layer } = await world.ids();
  const events: unknown[] = [];
  const view = await renderScreen(<OpenTable id={layer} events={events} {...(filter ? { filter } : {})} />, { role: 'editor' }); // biome-ignore format: one line
  await screen.findByText('مشهد');
  act(() => screen.getByRole('grid').focus());
  return { ...view, events };
};

it('tells of the whole layer first, then gives its ids', async () => {
  const { user, events } = await open();
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(events).toEqual(['whole', 'all 3']));
});

it('does not tell so where a search may leave records out', async () => {
  const { user, t, events } = await open();
  await user.type(screen.getByRole('searchbox', { name: t('records.table.search') }), 'مشهد');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  act(() => screen.getByRole('grid').focus());
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(events).toEqual([1]));
});

it('does not tell so of a table that is given a filter', async () => {
  const { user, events } = await open({ search: 'مشهد' });
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(events).toEqual([1]));
});

it('says so where the ids do not come', async () => {
  const { user, events } = await open();
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    String(input).includes('/get_ids/') ? Promise.reject(new TypeError('offline')) : fetch(input, init);
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(events).toEqual(['whole', 'none came']));
  await screen.findByRole('alert');
});

/** Keeps the ids back until they are let go. */
function withheldIds() {
  const { fetch } = globalThis;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('/get_ids/')) await gate;
    return fetch(input, init);
  };
  return letGo;
}

it('ends the marks by Esc before the ids are there, and keeps that Esc to itself', async () => {
  const { user, events } = await open();
  const letGo = withheldIds();
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(events).toEqual(['whole']));
  const wasUsed: boolean[] = [];
  document.addEventListener('keydown', (event) => wasUsed.push(event.defaultPrevented), { once: true });
  await user.keyboard('{Escape}');
  expect([events, wasUsed]).toEqual([['whole', 0], [true]]);
  letGo();
});

it('keeps what somebody selects while the ids are on their way', async () => {
  const { user, t, events } = await open({ search: 'مشهد' });
  const letGo = withheldIds();
  await user.keyboard('{Control>}a{/Control}');
  const more = screen.getByRole('button', { name: t('records.actions.more') });
  await waitFor(() => expect(more.hasAttribute('data-loading')).toBe(true));
  await user.keyboard(' ');
  await user.keyboard(' ');
  expect(events).toEqual([1, 0]);
  letGo();
  await waitFor(() => expect(more.hasAttribute('data-loading')).toBe(false));
  expect(events).toEqual([1, 0]);
});
