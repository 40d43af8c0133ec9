// The settings: every choice counts at once.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { SettingsScreen } from './settings';

it('keeps colour, shade and direction in this browser, and asks the server for nothing', async () => {
  const { user, t, writes } = await renderScreen(<SettingsScreen isSuperuser={false} />, {
    role: 'viewer',
    path: '/app/settings',
  });
  const choose = (group: string, name: string) =>
    user.click(within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name }));
  await choose(t('account.settings.shade'), t('account.settings.light'));
  await choose(t('account.settings.color'), t('account.settings.colors.teal'));
  expect(localStorage.getItem('theme')).toBe('light-teal');
  expect(document.documentElement.dataset.accent).toBe('teal');
  await choose(t('account.settings.shade'), t('account.settings.dark'));
  expect(localStorage.getItem('theme')).toBe('dark-teal');
  await choose(t('account.settings.direction'), t('account.settings.ltr'));
  expect(document.cookie).toContain('dir=ltr');
  await choose(t('account.settings.direction'), t('account.settings.byLanguage'));
  expect(document.cookie).not.toContain('dir=ltr');
  expect(writes()).toEqual([]);
});
