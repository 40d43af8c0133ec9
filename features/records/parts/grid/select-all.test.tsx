// Ctrl+A: where the table shows the whole layer, that is told before the ids are read; where they do not come, all is as before.
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
  if (!layer) return null;
  return (
    <RecordTable
      layer={layer}
      selected={selected}
      onSelect={(ids) => {
        events.push(ids.length);
        setSelected(ids);
      }}
      onSelectWhole={() => events.push('whole')}
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
  await waitFor(() => expect(events).toEqual(['whole', 3]));
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

it('goes back to what was selected where the ids do not come', async () => {
  const { user, events } = await open();
  await user.keyboard(' ');
  await waitFor(() => expect(events).toEqual([1]));
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    String(input).includes('/get_ids/') ? Promise.reject(new TypeError('offline')) : fetch(input, init);
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(events).toEqual([1, 'whole', 1]));
  await screen.findByRole('alert');
});
