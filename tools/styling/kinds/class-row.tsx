// A row of a legend that is edited: its mark, its label, how many records it has; and the mark that all rows share.
import { Group, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Num } from '@/components/num';
import type { Mark, Style } from '@/contract/schemas/style';
import { baseMark } from '../logic/classes';
import { MarkButton, type MarkEditorProps } from '../mark-editor';
import classes from '../styling.module.css';

interface ClassRowProps {
  /** What the row is called where it has no label of its own. */
  name: string;
  label: string;
  mark: Mark;
  /** LAYER_TYPES. */
  type: number;
  count: number;
  onChange: (change: { label?: string; symbol?: Mark }) => void;
  /** More that belongs to the row, at its end. */
  children?: ReactNode;
}

export const ClassRow = ({ name, label, mark, type, count, onChange, children }: ClassRowProps) => {
  const t = useTranslations('map.tools.styling');
  return (
    <li className={classes.row}>
      <MarkButton
        label={t('markOf', { label: label || name })}
        mark={mark}
        type={type}
        onChange={(symbol) => onChange({ symbol })}
      />
      <TextInput
        aria-label={t('labelOf', { label: name })}
        value={label}
        maxLength={200}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Num className={classes.count} value={count} />
      {children}
    </li>
  );
};

interface AllMarksProps extends Pick<MarkEditorProps, 'type' | 'without' | 'onChange'> {
  style: Style;
}

/** The button that opens the mark which all classes have in common. */
export const AllMarks = ({ style, ...rest }: AllMarksProps) => {
  const t = useTranslations('map.tools.styling');
  return (
    <Group gap="xs">
      <MarkButton label={t('allMarks')} mark={baseMark(style)} {...rest} />
      <Text size="sm">{t('allMarks')}</Text>
    </Group>
  );
};
