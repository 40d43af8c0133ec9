// What is let go over a screen: whatever cannot be imported is answered in words, and nothing else happens.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen } from '@/testing/render-screen';
import { useTransfer } from '../logic/transfer';
import { ImportDrop } from './import-drop';

const table = (name: string, text = 'x') => new File([text], name);

async function renderDrop(role: Role) {
  const rendered = await renderScreen(
    <>
      <ImportDrop />
      <textarea aria-label="note" />
    </>,
    { role, path: '/app/home' },
  );
  const drop = (files: File[], types = ['Files'], target: Element | Window = window) =>
    fireEvent.drop(target, { dataTransfer: { types, files, items: [] } });
  return { ...rendered, drop };
}

it('answers rubbish in words and sends nothing', async () => {
  const { t, drop, calls, address } = await renderDrop('editor');
  const before = calls.length;
  const rubbish = [
    ['one', Array.from({ length: 10 }, (_, i) => table(`${i}.csv`))],
    ['wrongType', [table('setup.exe')]],
    ['empty', [table('a.csv', '')]],
    ['nothing', []],
  ] as const;
  for (const [reason, files] of rubbish) {
    const [first] = files;
    const words = t(`layerBuilder.drop.${reason}`, { name: first?.name ?? '', kinds: t('layerBuilder.upload.hint') });
    await waitFor(() => {
      // It is ours: the browser would open the file in the place of the page.
      expect(drop([...files])).toBe(false);
      expect(screen.getByText(words)).toBeTruthy();
    });
  }
  expect(drop([], ['text/plain'])).toBe(false);
  expect(await screen.findByText(t('layerBuilder.drop.text'))).toBeTruthy();
  expect(address()).toBe('/app/home');
  expect(useTransfer.getState().file).toBeNull();
  expect(calls.length).toBe(before);
});

it('leaves text alone that goes into a field, and what is dragged within the page', async () => {
  const { drop } = await renderDrop('editor');
  expect(drop([], ['text/plain'], screen.getByLabelText('note'))).toBe(true);
  fireEvent.dragStart(window);
  expect(drop([], ['text/uri-list'])).toBe(true);
  fireEvent.dragEnd(window);
  expect(drop([], ['text/uri-list'])).toBe(false);
});

it('says so to whoever may not import', async () => {
  const { t, drop } = await renderDrop('viewer');
  expect(drop([table('a.csv')])).toBe(false);
  await waitFor(() => expect(screen.getByText(t('layerBuilder.drop.notAllowed'))).toBeTruthy());
  expect(useTransfer.getState().file).toBeNull();
});
