// The badge of uploads: what it opens holds nobody, and closes by its cross, by Esc and by going on.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { UploadBadge } from './upload-badge';

it('lets the keyboard through, and gives it back to its button', async () => {
  const { user, t } = await renderScreen(
    <>
      <UploadBadge />
      <button type="button">next</button>
    </>,
    { role: 'viewer' },
  );
  const badge = screen.getByRole('button', { name: t('shell.upload.button') });
  const isOpen = (on: boolean) => waitFor(() => expect(screen.queryByRole('dialog') !== null).toBe(on));
  badge.focus();
  await user.keyboard('{Enter}');
  await isOpen(true);
  const cross = screen.getByRole('button', { name: t('common.close') });
  await user.tab();
  expect(document.activeElement).toBe(cross);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('next');
  await isOpen(false);
  badge.focus();
  for (const leave of ['{Escape}', '{Tab}{Enter}']) {
    await user.keyboard('{Enter}');
    await isOpen(true);
    await user.keyboard(leave);
    await isOpen(false);
    expect(document.activeElement).toBe(badge);
  }
});
