// Who may do what, on the layer's page: the matrix for those who manage the layer, a sentence who grants for all others.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { LayerAccess } from './layer-access';

it('says who grants to those who do not manage the layer, and asks for no roles', async () => {
  const { layer } = await world.ids();
  const { t, calls } = await renderScreen(<LayerAccess id={layer} />, { role: 'viewer' });
  await screen.findByText(t('layers.access.grantedBy', { owner: 'super' }));
  expect(screen.queryByText(t('layers.access.rights.edit'))).toBeNull();
  screen.getByText(t('layers.access.rights.view'));
  expect(calls.filter(({ path }) => path.startsWith('layerpermission'))).toEqual([]);
});

it('lets those who manage the layer give a right to a role, and stays there', async () => {
  const { spare } = await world.ids();
  for (const [role, right] of [
    ['super', 'add'],
    ['editor', 'edit'],
  ] as const) {
    // biome-ignore format: one line
    const { user, t, writes, unmount } = await renderScreen(<LayerAccess id={spare} />, { role });
    await user.click(await screen.findByRole('checkbox', { name: t('common.matrix.cell', { row: 'viewing', column: t(`layers.access.rights.${right}`) }) })); // biome-ignore format: one line
    await user.click(screen.getByRole('button', { name: t('layers.access.save') }));
    await screen.findByText(t('layers.access.saved'));
    expect(writes()[0]?.body.permissions).toMatchObject([{ [right]: true, view: true }]);
    expect(screen.queryByRole('button', { name: t('layers.access.cancel') })).toBeNull();
    unmount();
  }
});
