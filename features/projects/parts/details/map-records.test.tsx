// The records of a project on its map: read for what is seen, of one layer, and switched by status in the legend.
import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import type { Project } from '@/contract/schemas/project';
import { SetSwatch } from '@/map';
import { renderScreen, world } from '@/testing/render-screen';
import { RecordLayerSelect, RecordLegend, useMapRecords } from './map-records';

/** How a cell in work is drawn. */
const TAKEN = 'track';

function Probe({ project }: { project: Project }) {
  const records = useMapRecords(project);
  const { onView } = records;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map says once what is seen.
  useEffect(() => onView({ extent: [44, 25, 63, 40], zoom: 5 }), []);
  return (
    <>
      <RecordLayerSelect {...records} />
      <RecordLegend {...records} />
      <output>{records.sets.map(({ id, shapes }) => `${id}=${shapes.length}`).join(' ')}</output>
    </>
  );
}

const api = async (method: string, path: string, body?: unknown) => (await world.call('super', method, `/api/${path}`, body)).body; // biome-ignore format: one call

it('records lie on the map by status, and the legend takes one away', async () => {
  const { layer, region } = await world.ids();
  const project = await api('POST', 'project/', { name: 'نقشه', layers: [layer], region, members: [], supervisors: [], approvals: 1 }); // biome-ignore format: one project
  const { count } = await api('GET', `layerdata/?layer=${layer}&project=${project.id}&limit=1`);
  expect(count).toBeGreaterThan(0);
  const { user, t, calls } = await renderScreen(<Probe project={project} />, { role: 'super', path: '/app/projects' });
  await waitFor(() => expect(screen.getByRole('status', { hidden: false }).textContent).toContain(`records:approved=${count}`)); // biome-ignore format: one line
  const reads = calls.filter(({ path }) => path.startsWith('layerdata/'));
  expect(reads.map(({ status }) => status)).toEqual([200]);
  expect(reads[0]?.path).toContain(`project=${project.id}`);
  await user.click(screen.getByRole('checkbox', { name: t('projects.progress.groups.approved') }));
  expect(screen.getByRole('status').textContent).toContain('records:approved=0');
  // Without a layer nothing is drawn, and nothing stands in the legend.
  await user.click(screen.getByRole('combobox', { name: t('projects.mapRecords.layer') }));
  expect(screen.getAllByRole('option').length).toBe(1);
});

it('a cell in work has a swatch with dots of some length, on a ground of its own', async () => {
  const { container } = await renderScreen(<SetSwatch role={TAKEN} />, { role: 'nobody' });
  const dashes = (container.querySelector('rect')?.getAttribute('stroke-dasharray') ?? '').split(' ').map(Number);
  expect(dashes.length).toBe(2);
  expect(Math.min(...dashes)).toBeGreaterThan(0);
  expect(Number(container.querySelector('rect')?.getAttribute('fill-opacity'))).toBeGreaterThan(0);
});
