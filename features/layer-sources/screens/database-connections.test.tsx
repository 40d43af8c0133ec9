// Connections as a superuser keeps them: none yet, made, tried from their row, changed with the password asked for again, removed.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { DatabaseConnectionsScreen } from './database-connections';

const open = (role: Role = 'super', lang?: 'en') =>
  renderScreen(<DatabaseConnectionsScreen />, { role, path: '/app/database-connections', ...(lang ? { lang } : {}) });
const addressOf = { host: 'db.example.test', port: 5433, database: 'gis', username: 'reader' };

it('says what connections are for while there are none, and makes one', async () => {
  const { user, t, rowNames, writes } = await open();
  await screen.findByText(t('layerSources.connections.empty.title'));
  await user.click(screen.getByRole('button', { name: t('layerSources.connections.create') }));
  const drawer = await screen.findByRole('dialog', { name: t('layerSources.database.newConnection') });
  const type = async (key: 'connectionName' | 'host' | 'databaseName' | 'username', text: string) =>
    user.type(within(drawer).getByRole('textbox', { name: new RegExp(`^${t(`layerSources.database.${key}`)}`) }), text);
  await type('connectionName', 'آب');
  await type('host', addressOf.host);
  await type('databaseName', addressOf.database);
  await type('username', addressOf.username);
  await user.type(within(drawer).getByLabelText(t('layerSources.database.password')), 'CANARY-PASSWORD');
  await user.click(within(drawer).getByRole('button', { name: t('layerSources.database.save') }));
  await screen.findByText(t('layerSources.connections.saved', { label: 'آب' }));
  await waitFor(() => expect(rowNames()).toEqual(['آب']));
  expect(writes()[0]?.body).toMatchObject({ label: 'آب', port: 5432, tls: false });
  const row = screen.getByRole('row', { name: /آب/ });
  expect(within(row).getByText('db.example.test:5432/gis').getAttribute('dir')).toBe('ltr');
  expect(within(row).getByText(/آزموده نشده/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('CANARY');
});

it('tries a connection from its row and keeps what came of it', async () => {
  const { t, pressAct } = await open();
  await screen.findByRole('table');
  await pressAct('آب', t('layerSources.connections.acts.test'));
  // Nobody knows the name.
  await screen.findByText(new RegExp(`^${t('layerSources.database.trial.steps.address')}:`));
  await screen.findByText(new RegExp(t('layerSources.connections.states.failed', { when: '' }).trim()));
});

it('asks for the password again before it goes elsewhere, and for another name where one is taken', async () => {
  await world.call('super', 'POST', '/api/arcsde/', { label: 'خاک', ...addressOf, password: 'p' });
  const { user, t, writes } = await open();
  await user.click(await screen.findByRole('button', { name: 'آب' }));
  const drawer = await screen.findByRole('dialog', { name: t('layerSources.connections.edit', { label: 'آب' }) });
  const password = within(drawer).getByLabelText(t('layerSources.database.password'));
  expect((password as HTMLInputElement).value).toBe('');
  within(drawer).getByText(t('layerSources.connections.passwordStays'));
  const port = within(drawer).getByRole('textbox', { name: t('layerSources.database.port') });
  await user.clear(port);
  await user.type(port, '۵۴۳۴');
  await user.click(within(drawer).getByRole('button', { name: t('layerSources.database.save') }));
  await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
  expect(writes()).toEqual([]);
  await user.type(password, 'q');
  const label = within(drawer).getByRole('textbox', {
    name: new RegExp(`^${t('layerSources.database.connectionName')}`),
  });
  await user.clear(label);
  await user.type(label, 'خاك');
  await user.click(within(drawer).getByRole('button', { name: t('layerSources.database.save') }));
  await waitFor(() => expect(label.getAttribute('aria-invalid')).toBe('true'));
  await user.type(label, ' ۲');
  await user.click(within(drawer).getByRole('button', { name: t('layerSources.database.save') }));
  await screen.findByText(t('layerSources.connections.saved', { label: 'خاك ۲' }));
  expect(writes().at(-1)?.body).toEqual({ label: 'خاك ۲', port: 5434, password: 'q' });
});

it('names what loses its syncing before a connection goes', async () => {
  const { user, t, pressAct, rowNames } = await open();
  await screen.findByRole('table');
  await pressAct('خاک', t('layerSources.connections.acts.remove'));
  const dialog = await screen.findByRole('dialog', {
    name: t('layerSources.connections.remove.title', { label: 'خاک' }),
  });
  expect(dialog.textContent).toContain(t('layerSources.connections.remove.text', { n: '۰', count: 0, layers: '' }));
  await user.click(within(dialog).getByRole('button', { name: t('layerSources.connections.remove.confirm') }));
  await screen.findByText(t('layerSources.connections.remove.done', { label: 'خاک' }));
  await waitFor(() => expect(rowNames()).toHaveLength(1));
});

it('says no more than names to whoever may not see where connections lead', async () => {
  const { body } = await world.call('editor', 'GET', '/api/arcsde/');
  expect(Object.keys(body.results[0]).sort()).toEqual(['id', 'label', 'state']);
});
