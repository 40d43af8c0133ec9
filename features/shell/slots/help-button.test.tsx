// The help of a page: its text, its search, and a page that is missing.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { HelpButton } from './help-button';

async function openHelp(slug: string) {
  const view = await renderScreen(<HelpButton slug={slug} />, { role: 'viewer' });
  const { user, t } = view;
  await user.click(screen.getByRole('button', { name: t('shell.help') }));
  return { ...view, dialog: await screen.findByRole('dialog', { name: t('common.help') }) };
}

it('shows the page, marks what is searched in any spelling, and gives the focus back', async () => {
  const { user, t, dialog } = await openHelp('layers');
  const field = await within(dialog).findByRole('textbox', { name: t('shell.helpSearch') });
  expect(within(dialog).getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(0);
  await user.type(field, 'لايه');
  await waitFor(() => expect(dialog.querySelectorAll('mark').length).toBeGreaterThan(0));
  await user.clear(field);
  await user.type(field, 'هیچ‌چنین‌واژه‌ای');
  await within(dialog).findByText(t('shell.helpNotFound'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = screen.getByRole('button', { name: t('shell.help') });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('says so where a page is missing', async () => {
  const { t, dialog } = await openHelp('no-such-page');
  await within(dialog).findByText(t('shell.helpMissing'));
});
