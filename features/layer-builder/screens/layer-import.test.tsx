// The first step of an import: what is taken, and a kind of file that is not.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { LayerImportScreen } from './layer-import';

it('asks for a file and refuses another kind before anything is sent', async () => {
  const { container, user, t, writes } = await renderScreen(<LayerImportScreen id="upload" />, {
    role: 'editor',
    path: '/app/layer-import/upload',
  });
  await screen.findByRole('heading', { name: t('layerBuilder.title') });
  const field = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  expect(field.accept).toContain('.geojson');
  await user.upload(field, new File(['x'], 'notes.exe'));
  expect(await screen.findByText(t('common.fileDrop.wrongType', { name: 'notes.exe' }))).toBeTruthy();
  expect(writes()).toEqual([]);
});
