// What an import that has ended says: how many rows came in, how many were refused and where, and the way to the map.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Job } from '@/contract/schemas/upload';
import { renderScreen } from '@/testing/render-screen';
import { JobCard } from './job-card';

const done: Job = {
  id: 'a',
  kind: 'import',
  state: 'done',
  label: 'چاه‌ها',
  file_id: 'f',
  dry_run: false,
  progress: 100,
  read: 1240,
  imported: 1237,
  rejected: 3,
  rejects: [
    { row: 17, reason: 'bad_coordinate' },
    { row: 204, reason: 'bad_coordinate' },
  ],
  layer: 7,
  report: null,
  error: null,
};

it('counts refused rows, says where they are, and leads to the map first', async () => {
  const { t } = await renderScreen(<JobCard job={done} only />, { role: 'editor' });
  const counts = { n: '۱٬۲۳۷', m: '۳', count: 1237, refused: 3 };
  expect(screen.getByRole('status').textContent).toBe(t('layerBuilder.job.outcome', counts));
  expect(screen.getByRole('heading', { name: t('layerBuilder.rejects.title', { n: '۳', count: 3 }) })).toBeTruthy();
  for (const row of ['۱۷', '۲۰۴']) expect(screen.getByRole('cell', { name: row })).toBeTruthy();
  const [first] = screen.getAllByRole('link').filter((link) => !link.hasAttribute('download'));
  expect(first?.textContent).toBe(t('layerBuilder.job.showOnMap'));
  expect(first?.getAttribute('href')).toBe('/app/home?layer=7');
});
