// The files of a record: the limits are told before anything is sent, a file arrives, is opened, named and deleted.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PNG } from '@/testing/pictures';
import { renderScreen, world } from '@/testing/render-screen';
import FilesTab from './files-tab';
import { SpaceMeter } from './space-meter';

const open = async (mayEdit: boolean) => {
  const { record = 0 } = await world.ids();
  return renderScreen(() => <FilesTab record={record} mayEdit={mayEdit} />, { role: 'editor', path: '/app/home' });
};

it('sends, opens, names and deletes a file', async () => {
  const { user, t, writes, container } = await open(true);
  await screen.findByText(t('records.files.none'));
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  const large = new File(['x'], 'large.txt');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  await user.upload(input, [large]);
  expect((await screen.findAllByText(/large\.txt/)).length).toBe(1);
  expect(writes()).toEqual([]);
  await user.upload(input, [new File([PNG as BlobPart], 'a.png', { type: 'image/png' })]);
  await user.click(await screen.findByRole('button', { name: /a\.png/ }, { timeout: 10_000 }));
  const label = await screen.findByLabelText(t('records.files.label'));
  // A Latin name would take the digits behind it along to the left.
  screen.getByText(/\u2068editor\u2069 · /);
  await user.clear(label);
  await user.type(label, 'کروکی{Enter}');
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'PATCH', body: { label: 'کروکی' }, status: 200 })); // biome-ignore format: one line
  await waitFor(() => expect(screen.getAllByText('کروکی').length).toBeGreaterThan(1));
  await user.click(screen.getByRole('button', { name: t('records.files.remove') }));
  const dialog = await screen.findByRole('dialog', { name: t('records.files.removeTitle', { name: 'کروکی' }) });
  const sure = within(dialog).getByRole('button', { name: t('records.files.remove') });
  await user.click(sure);
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'DELETE', status: 200 }));
});

it('offers nothing to those who only look', async () => {
  const { t } = await open(false);
  await screen.findByText(t('records.files.none'));
  expect(screen.queryByRole('button', { name: t('records.files.add') })).toBeNull();
});

/** Holds the sending of files after the first ones, until it is let go. */
function holdAfter(free: number) {
  const { fetch } = globalThis;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let posts = 0;
  globalThis.fetch = async (input, init) => {
    if (init?.method === 'POST' && String(input).includes('layerdatafile') && ++posts > free) await gate;
    return fetch(input, init);
  };
  return release;
}
const text = (name: string) => new File(['x'], name, { type: 'text/plain' });

it('shows a batch as one progress, and cancels what has not arrived', async () => {
  const { user, t, calls, container } = await open(true);
  await screen.findByRole('button', { name: t('records.files.add') });
  const before = calls.filter(({ method }) => method === 'POST').length;
  const release = holdAfter(1);
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, [text('one.txt'), text('two.txt'), text('three.txt')]);
  const batch = await screen.findByRole('region', { name: t('records.files.batch') });
  const progress = t('records.files.batchProgress', { n: '۱', all: '۳' });
  await waitFor(() => expect(within(batch).getByRole('status').textContent).toBe(progress));
  await user.click(within(batch).getByRole('button', { name: t('records.files.cancelAll') }));
  expect(screen.queryByRole('region', { name: t('records.files.batch') })).toBeNull();
  release();
  await screen.findByRole('button', { name: /one\.txt/ });
  // The second was cut off on its way, the third never began.
  expect(calls.filter(({ method, status }) => method === 'POST' && status === 200).length).toBe(before + 1);
  expect(screen.queryByText('three.txt')).toBeNull();
});

it('remembers the list', async () => {
  const first = await open(false);
  await first.user.click(await screen.findByRole('radio', { name: first.t('records.files.faces.list') }));
  await waitFor(async () => expect((await world.call('editor', 'GET', '/api/userconfig/')).body.lists.recordFiles).toEqual({ face: 'list' })); // biome-ignore format: one line
  first.unmount();
  const { t } = await open(false);
  await waitFor(() => expect((screen.getByRole('radio', { name: t('records.files.faces.list') }) as HTMLInputElement).checked).toBe(true)); // biome-ignore format: one line
  const row = screen.getByRole('button', { name: /one\.txt/ });
  expect(row.textContent).toContain(t('common.size.byte', { n: '۱' }));
});

it('measures the space of the plan, and leads to more where it is nearly full', async () => {
  const plan = (used: number, total: number) => ({ days_total: 0, days_used: 0, disk_total: total, disk_used: used, layers_total: 0, layers_used: 0 }); // biome-ignore format: one line
  const { t, unmount } = await renderScreen(() => <SpaceMeter plan={plan(95, 100)} isRefused={false} />, { role: 'editor' }); // biome-ignore format: one line
  expect(screen.getByRole('progressbar', { name: t('records.files.spaceLabel') }).getAttribute('aria-valuenow')).toBe('95'); // biome-ignore format: one line
  screen.getByRole('link', { name: t('records.files.plan') });
  unmount();
  await renderScreen(() => <SpaceMeter plan={plan(95, 0)} isRefused={false} />, { role: 'editor' });
  expect([screen.queryByRole('progressbar'), screen.queryByRole('link')]).toEqual([null, null]);
});
