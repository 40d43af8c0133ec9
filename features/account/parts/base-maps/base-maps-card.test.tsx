// The organisation's base maps as a superuser sets them.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import BaseMapsCard from './base-maps-card';

type Key = 'add' | 'nameFa' | 'nameEn' | 'address' | 'empty' | 'makeDefault' | 'default';
const list = async () => (await world.call('super', 'GET', '/api/userconfig/base_maps/')).body;
const open = () => renderScreen(<BaseMapsCard />, { role: 'super', path: '/app/settings' });

it('are added, refused with a sentence at the field, made the default, put in order and deleted', async () => {
  const { user, t } = await open();
  const word = (key: Key) => t(`account.baseMaps.${key}`);
  const write = async (dialog: HTMLElement, name: string, text: string) => {
    const field = within(dialog).getByRole('textbox', { name });
    await user.clear(field);
    await user.paste(text);
  };
  const add = async (fa: string, en: string, address: string) => {
    await user.click(await screen.findByRole('button', { name: word('add') }));
    const dialog = await screen.findByRole('dialog');
    await write(dialog, word('nameFa'), fa);
    await write(dialog, word('nameEn'), en);
    await write(dialog, word('address'), address);
    await user.click(within(dialog).getByRole('button', { name: t('common.save') }));
    return dialog;
  };
  await screen.findByText(word('empty'));
  const dialog = await add('شهر', 'Town', 'https://tiles.example.ir/{z}/{x}.png');
  await within(dialog).findByText(t('errors.fields.url'));
  expect(await list()).toEqual([]);
  await write(dialog, word('address'), 'https://8.8.8.8/{z}/{x}/{y}.png');
  await user.click(within(dialog).getByRole('button', { name: t('common.save') }));
  await waitFor(async () => expect(await list()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await add('کوه', 'Hill', 'https://8.8.8.8/hill/{z}/{x}/{y}.png');
  await waitFor(async () => expect(await list()).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const act = async (name: string, item: string) => {
    await user.click(screen.getByRole('button', { name: t('common.sort.acts', { name }) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await act('کوه', word('makeDefault'));
  await screen.findByText(word('default'));
  await act('کوه', t('common.sort.up'));
  await waitFor(async () =>
    expect(
      (await list()).map((one: { name_en: string; is_default: boolean }) => [one.name_en, one.is_default]),
    ).toEqual([
      ['Hill', true],
      ['Town', false],
    ]),
  );
  await act('شهر', t('common.delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('common.delete') }));
  await waitFor(async () => expect(await list()).toHaveLength(1));
});
