// Ten thousand boundaries: how much of their tree stands on the page, and what is read for it.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { renderScreen } from '@/testing/render-screen';
import { TreePlace } from '../parts/tree/tree-place';
import { BoundaryManagementScreen } from './boundary-management';

const REGIONS = 10_000;
const FRAME_PX = 600;
const ROW_PX = 40;
/** Rows of a frame of 600 pixels, with those that stand ready above and below. */
const MAX_ROWS = 60;
const TREE: RegionBranch[] = Array.from({ length: REGIONS }, (_, i) => ({ id: i + 1, label: `ناحیه ${i + 1}`, parent: i % 100 === 0 ? null : i - (i % 100) + 1, code: null, colour: null, area: 1e6, extent: [50, 30, 51, 31], people: 0, projects: 0, can_delete: true })); // biome-ignore format: one list

afterEach(() => vi.restoreAllMocks());
const regionCalls = (calls: readonly { path: string }[]) => calls.filter(({ path }) => path.startsWith('region')).map(({ path }) => path); // biome-ignore format: one list

it('ten thousand boundaries are a few rows that follow the keys, and nothing is read beside their names', async () => {
  for (const size of ['clientHeight', 'clientWidth'] as const)
    vi.spyOn(Element.prototype, size, 'get').mockReturnValue(FRAME_PX);
  const nothing = () => {};
  const { user, calls, t } = await renderScreen(
    <TreePlace tree={TREE} open={null} onOpen={nothing} onMend={nothing} onUnion={nothing} />,
    { role: 'super', path: '/app/boundary-management' },
  );
  const tree = await screen.findByRole('tree');
  const rows = await screen.findAllByRole('treeitem');
  expect(rows.length).toBeGreaterThan(FRAME_PX / ROW_PX - 1);
  expect(rows.length).toBeLessThan(MAX_ROWS);
  const below = Number.parseFloat((tree.lastElementChild as HTMLElement).style.blockSize);
  expect(rows.length + below / ROW_PX).toBe(REGIONS);
  expect(regionCalls(calls)).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: t('regions.tree.search') }), '۹۹۹۹');
  // The one that is looked for, in the one that it lies in.
  await waitFor(() => expect(screen.getAllByRole('treeitem').length).toBe(2));
});

it('the room reads the tree once, and no shape before the map says what is in view', async () => {
  const { calls, t } = await renderScreen(<BoundaryManagementScreen />, { role: 'super', path: '/app/boundary-management' }); // biome-ignore format: one screen
  await screen.findByRole('tree', { name: t('regions.tree.label') });
  const paths = regionCalls(calls);
  expect(paths.filter((path) => path === 'region/tree/').length).toBe(1);
  expect(paths.filter((path) => !/^region\/(?:tree|overlaps)\//.test(path) && !/[?&]zoom=/.test(path))).toEqual([]);
});
