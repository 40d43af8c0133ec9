// What can be done with a field of the canvas, besides moving it up and down. Drawn when its menu opens.
'use client';
import { Menu } from '@mantine/core';
import { IconCopy, IconFolder, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { endRowFor, type Item, isSection } from '../../logic/document';
import type { StudioState } from '../use-studio';

export interface FieldMenuProps {
  item: Item;
  studio: StudioState;
  /** Headings that the field can be sent to; null is the part before the first one. */
  sections: readonly (Item | null)[];
  whyNot: (from: number, to: number) => string | null;
  onDuplicate: (key: string) => void;
  onRemove: (key: string) => void;
}

export function FieldMenu({ item, studio, sections, whyNot, onDuplicate, onRemove }: FieldMenuProps) {
  const t = useTranslations('formStudio.canvas');
  const { items } = studio.document;
  const from = items.indexOf(item);
  return (
    <>
      {!isSection(item) &&
        sections.map((heading) => {
          const to = endRowFor(items, from, heading?.key ?? null);
          const reason = whyNot(from, to);
          return (
            <Menu.Item
              key={heading?.key ?? ''}
              leftSection={<IconFolder size={14} />}
              disabled={to === from || reason !== null}
              onClick={() => studio.move(from, to)}
            >
              {heading ? t('toSection', { section: heading.field.label || t('untitled') }) : t('toStart')}
            </Menu.Item>
          );
        })}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconCopy size={14} />}
        rightSection={<kbd>Ctrl+D</kbd>}
        onClick={() => onDuplicate(item.key)}
      >
        {t('duplicate')}
      </Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={14} />}
        rightSection={<kbd>Del</kbd>}
        onClick={() => onRemove(item.key)}
      >
        {t('remove')}
      </Menu.Item>
    </>
  );
}
