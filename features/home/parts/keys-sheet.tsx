// All keys of the map screen on one sheet; `?` opens it.
'use client';
import { Modal } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useScreens } from '@/lib/api/use-screens';
import { keyLabel, tools } from '@/tools';
import classes from './keys-sheet.module.css';

/** Keys of the screen itself, in the order of the sheet. Names stand under `home.keys.of`. */
const KEYS = [
  ['search', ['Ctrl+K']],
  ['sheet', ['?']],
  ['close', ['Esc']],
  ['undo', ['Ctrl+Z']],
  ['redo', ['Ctrl+Y', 'Ctrl+Shift+Z']],
  ['save', ['Ctrl+S']],
  ['move', ['← ↑ → ↓']],
  ['zoom', ['+', '−']],
  ['table', ['Shift+T']],
  ['menu', ['Shift+F10']],
  ['inView', ['L']],
  ['region', ['Ctrl+F6', 'Ctrl+Shift+F6']],
] as const;
const DRAWING = [
  ['finish', ['Enter']],
  ['backspace', ['Backspace']],
  ['delete', ['Delete']],
  ['alt', ['Alt']],
] as const;

type Name = (typeof KEYS)[number][0] | (typeof DRAWING)[number][0];

export function KeysSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('home.keys');
  const texts = useTranslations('map.tools');
  const hidden = useScreens()?.hidden_tools ?? [];
  const rows = (keys: readonly (readonly [Name, readonly string[]])[]) =>
    keys.map(([name, all]) => (
      <div key={name}>
        <dt>{t(`of.${name}`)}</dt>
        <dd>
          {all.map((key) => (
            <kbd key={key} dir="ltr">
              {key}
            </kbd>
          ))}
        </dd>
      </div>
    ));
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size={640}>
      <div className={classes.sheet}>
        <section>
          <h3>{t('screen')}</h3>
          <dl>{rows(KEYS)}</dl>
          <h3>{t('drawing')}</h3>
          <dl>{rows(DRAWING)}</dl>
        </section>
        <section>
          <h3>{t('tools')}</h3>
          <dl>
            {tools.map(({ id, hotkey }) =>
              hotkey && !hidden.includes(id) ? (
                <div key={id}>
                  <dt>{texts(`${id}.title`)}</dt>
                  <dd>
                    <kbd dir="ltr">{keyLabel(hotkey)}</kbd>
                  </dd>
                </div>
              ) : null,
            )}
          </dl>
        </section>
      </div>
    </Modal>
  );
}
