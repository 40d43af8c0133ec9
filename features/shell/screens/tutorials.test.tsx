// Help pages together: those of one's own screens, their search, the way through them, and first steps ticked by what was done.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { TutorialsScreen } from './tutorials';

const open = (role: 'super' | 'viewer' | 'editor', path = '/app/tutorials') =>
  renderScreen((who) => (who ? <TutorialsScreen who={who} /> : null), { role, path });

it('shows the pages of screens that the reader may open, by the sections of the menu', async () => {
  const { user, t, address } = await open('viewer');
  const contents = screen.getByRole('navigation', { name: t('shell.tutorials.contents') });
  within(contents).getByRole('region', { name: t('shell.sections.spatial') });
  expect(within(contents).queryByRole('button', { name: t('routes.userManager.title') })).toBeNull();
  await user.click(within(contents).getByRole('button', { name: t('routes.layers.title') }));
  expect(address()).toBe('/app/tutorials?page=layers');
  const page = await screen.findByRole('article', { name: t('routes.layers.title') });
  await within(page).findByRole('heading', { level: 2 });
  expect(
    within(page)
      .getByRole('link', { name: t('shell.tutorials.openScreen') })
      .getAttribute('href'),
  ).toBe('/app/layers');
  const neighbours = within(page).getByRole('navigation', { name: t('shell.tutorials.neighbours') });
  await user.click(within(neighbours).getAllByRole('button').at(-1) as HTMLElement);
  expect(address()).not.toBe('/app/tutorials?page=layers');
});

it('searches all pages and marks what it finds', async () => {
  const { user, t } = await open('super', '/app/tutorials?page=chat');
  const page = await screen.findByRole('article', { name: t('routes.chat.title') });
  await within(page).findByRole('heading', { level: 2 });
  const contents = screen.getByRole('navigation', { name: t('shell.tutorials.contents') });
  const all = within(contents).getAllByRole('listitem').length;
  await user.type(screen.getByRole('textbox', { name: t('shell.tutorials.search') }), 'گفتگو');
  await waitFor(() => expect(within(contents).getAllByRole('listitem').length).toBeLessThan(all));
  within(contents).getByRole('button', { name: t('routes.chat.title') });
  await waitFor(() => expect(page.querySelectorAll('mark').length).toBeGreaterThan(1));
  await user.clear(screen.getByRole('textbox', { name: t('shell.tutorials.search') }));
  await user.type(screen.getByRole('textbox', { name: t('shell.tutorials.search') }), 'هیچ‌چنین‌واژه‌ای');
  await screen.findByText(t('shell.helpNotFound'));
});

it('says of a page that is missing', async () => {
  const { t } = await open('viewer', '/app/tutorials?page=none');
  await screen.findByText(t('shell.helpMissing'));
});

it('ticks the first steps by what was really done', async () => {
  const first = await open('editor');
  const steps = async () => {
    const card = await screen.findByRole('region', { name: first.t('shell.tutorials.steps') });
    return within(card)
      .getAllByRole('img')
      .map((one) => one.getAttribute('aria-label') === first.t('shell.tutorials.done'));
  };
  expect(await steps()).toEqual([false, false, false]);
  first.unmount();
  const { layer } = await world.ids();
  const point = { type: 'Point', coordinates: [51.4, 35.7] };
  await world.call('editor', 'POST', '/api/layerdata/', { layer, value: { name: 'x' }, geometry: point });
  await world.form('editor', '/api/layer/', { label: 'own', type: 0, form: [] });
  localStorage.setItem('mapView', '{}');
  await open('editor');
  await waitFor(async () => expect(await steps()).toEqual([true, true, true]));
});

it('has the tutorials of the organisation: written, found with marks, read by others without acts', async () => {
  const { user, t, unmount } = await open('super');
  await user.click(await screen.findByRole('button', { name: t('shell.tutorials.own.add') }));
  const dialog = await screen.findByRole('dialog', { name: t('shell.tutorials.own.newTitle') });
  await user.type(
    within(dialog).getByRole('textbox', { name: new RegExp(t('shell.tutorials.own.titleField')) }),
    'برداشت میدانی',
  );
  await user.type(
    within(dialog).getByRole('textbox', { name: new RegExp(`^${t('shell.tutorials.own.text')}`) }),
    'پایه **زنبورکوهی** را تراز کنید <b>x</b>',
  );
  await user.click(within(dialog).getByRole('button', { name: t('common.save') }));
  const page = await screen.findByRole('article', { name: 'برداشت میدانی' });
  expect(within(page).getByText('زنبورکوهی').tagName).toBe('STRONG');
  expect(page.querySelector('b')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: t('shell.tutorials.search') }), 'زنبورکوهي');
  await waitFor(() => expect(page.querySelector('mark')?.textContent).toBe('زنبورکوهی'));
  unmount();

  const reader = await open('viewer');
  await reader.user.click(await screen.findByRole('button', { name: 'برداشت میدانی' }));
  await screen.findByText('زنبورکوهی');
  expect(screen.queryByRole('button', { name: t('shell.tutorials.own.add') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('shell.tutorials.own.acts', { title: 'برداشت میدانی' }) })).toBeNull();
});
