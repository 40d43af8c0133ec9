// What can be put into the form: searched, and added behind the selected field by a press or Enter.
'use client';
import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type Ref, useState } from 'react';
import { type Kind, searchPalette } from '../../logic/palette';
import { KIND_ICONS } from '../kind-icons';
import classes from './palette.module.css';

export interface PaletteProps {
  onAdd: (kind: Kind) => void;
  searchRef?: Ref<HTMLInputElement>;
}

export function Palette({ onAdd, searchRef }: PaletteProps) {
  const t = useTranslations('formStudio.palette');
  const kinds = useTranslations('formStudio.kinds');
  const [text, setText] = useState('');
  const groups = searchPalette(text, (kind) => kinds(kind));
  const [first] = groups.flatMap((group) => group.kinds);
  return (
    <div className={classes.palette}>
      <TextInput
        ref={searchRef}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text !== '' && first) onAdd(first);
          else if (event.key === 'Escape' && text !== '') setText('');
          else return;
          event.preventDefault();
        }}
      />
      {groups.length === 0 && (
        <Text c="dimmed" role="status">
          {t('nothing')}
        </Text>
      )}
      {groups.map((group) => (
        <section key={group.id} aria-label={t(`groups.${group.id}`)}>
          <h3 className={classes.heading}>{t(`groups.${group.id}`)}</h3>
          <div className={classes.kinds}>
            {group.kinds.map((kind) => {
              const Icon = KIND_ICONS[kind];
              return (
                <button
                  key={kind}
                  type="button"
                  className={classes.kind}
                  aria-label={t('add', { kind: kinds(kind) })}
                  onClick={() => onAdd(kind)}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  <span>{kinds(kind)}</span>
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}
