// Whoever must change the password: every rule told, the change made by keys, and the way out.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { wire } from '@/lib/api/client';
import { PASSWORD } from '@/testing/people';
import { renderScreen, world } from '@/testing/render-screen';
import { ChangePasswordScreen } from './change-password';

const userNamed = async (name: string) => {
  const { body } = await world.call('super', 'GET', `/api/users/?search=${name}`);
  return body.results.find(({ username }: { username: string }) => username === name);
};

interface ScreenProps {
  id: number;
  go: (address: string) => void;
}

/** The token of the page is there once the screen is drawn. */
const Screen = ({ id, go }: ScreenProps) => (
  <ChangePasswordScreen user={{ id, username: 'viewer' }} csrf={wire.csrf} help={null} go={go} />
);

async function openChange() {
  const addresses: string[] = [];
  const { id } = await userNamed('viewer');
  const go = (address: string) => void addresses.push(address);
  const view = await renderScreen(() => <Screen id={id} go={go} />, { role: 'viewer', path: '/change-password' });
  return { ...view, id, addresses };
}

it('is done by keys alone, and tells at their fields what is wrong', async () => {
  const { user, t, addresses, writes, id } = await openChange();
  await world.call('super', 'PUT', `/api/users/${id}/`, { must_change_password: true });
  const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
  const old = field(t('session.change.old'));
  await waitFor(() => expect(document.activeElement).toBe(old));
  await user.keyboard(`${PASSWORD}`);
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText(t('session.change.new'), { selector: 'input' }));
  await user.keyboard('short{Enter}');
  await waitFor(() => expect(field(t('session.change.new')).getAttribute('aria-invalid')).toBe('true'));
  expect(writes()).toEqual([]);
  await user.clear(field(t('session.change.new')));
  await user.type(field(t('session.change.new')), 'Quiet-Lake-9');
  await user.type(field(t('session.change.again')), 'Quiet-Lake-9{Enter}');
  await waitFor(() => expect(addresses).toEqual(['/app/home']));
  expect((await userNamed('viewer')).must_change_password).toBe(false);
});

it('lets whoever will not change it leave', async () => {
  const { user, t, addresses, writes } = await openChange();
  await user.click(screen.getByRole('button', { name: t('session.change.leave') }));
  await waitFor(() => expect(addresses).toEqual(['/signin']));
  expect(writes().map(({ path }) => path.replace(/\d+/, 'id'))).toEqual(['user/id/logout/']);
});
