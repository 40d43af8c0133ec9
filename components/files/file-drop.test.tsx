// A file that stands in the page of the server before React has it is taken, once.
import { MantineProvider } from '@mantine/core';
import { act } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { FileDrop } from './file-drop';

it('takes a file that was put in before its code was there', async () => {
  const names: string[] = [];
  const messages = await messagesOf('en');
  const page = (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="Asia/Tehran">
      <MantineProvider>
        <FileDrop file={null} onFile={(file) => names.push(file?.name ?? 'none')} />
      </MantineProvider>
    </NextIntlClientProvider>
  );
  const box = document.createElement('div');
  box.innerHTML = renderToString(page);
  document.body.append(box);
  const input = box.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  let files: File[] = [new File(['x'], 'places.csv')];
  // As in a browser: an emptied field has no file.
  Object.defineProperty(input, 'files', { get: () => files });
  Object.defineProperty(input, 'value', {
    set: () => {
      files = [];
    },
  });
  const root = await act(async () => hydrateRoot(box, page));
  expect(names).toEqual(['places.csv']);
  await act(async () => root.render(page));
  expect(names).toEqual(['places.csv']);
  expect(box.querySelector('input[type=file]')).toBe(input);
  await act(async () => root.unmount());
  box.remove();
});
