// Files over the screen: arrows go the way of the page, Esc closes and gives the focus back, one file alone has no way to another.
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { FileDialog, type OpenableFile } from './file-dialog';

const picture = (name: string): OpenableFile => ({ name, href: `/${name}`, isPicture: true });

function Opener({ files }: { files: readonly OpenableFile[] }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(0)}>
        open
      </button>
      {open !== null && <FileDialog files={files} open={open} onOpen={setOpen} />}
    </>
  );
}

async function openFiles(files: readonly OpenableFile[], dir: 'ltr' | 'rtl') {
  const messages = await messagesOf('en');
  render(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="Asia/Tehran">
      <MantineProvider>
        <style>{`* { direction: ${dir} }`}</style>
        <Opener files={files} />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'open' }));
  await screen.findByRole('dialog', { name: files[0]?.title ?? files[0]?.name ?? '' });
  return user;
}

it('goes on in the direction of the page, around the end, and gives the focus back on Esc', async () => {
  for (const [dir, forward, back] of [
    ['ltr', '{ArrowRight}', '{ArrowLeft}'],
    ['rtl', '{ArrowLeft}', '{ArrowRight}'],
  ] as const) {
    // biome-ignore format: one line
    const user = await openFiles([picture('a.png'), picture('b.png'), { ...picture('c.zip'), isPicture: false }], dir);
    await user.keyboard(forward);
    await screen.findByRole('dialog', { name: 'b.png' });
    await user.click(screen.getByRole('button', { name: 'Real size' }));
    await user.keyboard(`${back}${back}`);
    // No picture: it is downloaded only.
    await screen.findByRole('dialog', { name: 'c.zip' });
    expect([screen.queryByRole('img'), screen.queryByRole('button', { name: 'Real size' })]).toEqual([null, null]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })));
    cleanup();
  }
});

it('has no way to another file where there is one alone', async () => {
  const user = await openFiles([{ ...picture('a.png'), title: 'The well' }], 'ltr');
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe('a.png');
  expect(screen.queryByRole('button', { name: 'Next file' })).toBeNull();
  await user.keyboard('{ArrowRight}');
  screen.getByRole('dialog', { name: 'The well' });
});
