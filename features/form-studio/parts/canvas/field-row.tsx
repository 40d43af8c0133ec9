// One field on the canvas: its picture, label, name, and what is special about it.
'use client';
import { IconAlertCircle, IconAsterisk, IconEye, IconGitBranch, type TablerIcon } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Item } from '../../logic/document';
import { kindOf } from '../../logic/palette';
import { KIND_ICONS } from '../kind-icons';
import classes from './canvas.module.css';

export interface FieldRowProps {
  item: Item;
  isSelected: boolean;
  hasProblem: boolean;
  onSelect: () => void;
}

function Badge({ icon: Icon, label, isAlert = false }: { icon: TablerIcon; label: string; isAlert?: boolean }) {
  return (
    <span className={classes.badge} data-alert={isAlert || undefined} title={label}>
      <Icon size={14} aria-hidden />
      <span className={classes.hidden}>{label}</span>
    </span>
  );
}

export function FieldRow({ item, isSelected, hasProblem, onSelect }: FieldRowProps) {
  const t = useTranslations('formStudio.canvas');
  const kinds = useTranslations('formStudio.kinds');
  const { field } = item;
  const kind = kindOf(field);
  const Icon = KIND_ICONS[kind];
  return (
    <button
      type="button"
      className={classes.field}
      data-field={item.key}
      aria-current={isSelected}
      title={kinds(kind)}
      onClick={onSelect}
    >
      <Icon size={18} stroke={1.6} aria-hidden className={classes.glyph} />
      <span className={classes.hidden}>{kinds(kind)}</span>
      <bdi className={classes.label}>{field.label || t('untitled')}</bdi>
      <bdi className={classes.name}>{field.name}</bdi>
      <span className={classes.badges}>
        {field.required && <Badge icon={IconAsterisk} label={t('required')} />}
        {(field.visible_if || field.required_if) && <Badge icon={IconGitBranch} label={t('conditional')} />}
        {field.read_only && <Badge icon={IconEye} label={t('readOnly')} />}
        {hasProblem && <Badge icon={IconAlertCircle} label={t('problem')} isAlert />}
      </span>
    </button>
  );
}
