// Two people changed one record: their changes side by side, a choice for each that both touched. Nothing is lost by closing it.
'use client';
import { Button, Group, Modal, Radio, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import type { Field, Value, Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { type Choices, isDecided, type MergeInput, merge, resolveMerge, type Side } from '../logic/merge';
import classes from './merge-dialog.module.css';

export interface MergeDialogProps {
  form: readonly Field[];
  input: MergeInput;
  /** The record as the server now has it. */
  theirs: LayerRecord;
  saving: boolean;
  /** What is left to send; null where the other's record stands as it is. */
  onSave: (body: { value?: Values; geometry?: Geometry | null } | null) => void;
  onClose: () => void;
}

/** Esc goes back to the form with everything in it. */
export function MergeDialog({ form, input, theirs, saving, onSave, onClose }: MergeDialogProps) {
  const t = useTranslations('records.merge');
  const { date } = useFormat();
  const text = useValueText();
  const merged = useMemo(() => merge(input), [input]);
  const [choices, setChoices] = useState<Choices>({ fields: {} });
  const decided = isDecided(merged, choices);
  const fieldOf = (name: string) => form.find((field) => field.name === name);
  const valueText = (name: string, value: Value) => text(fieldOf(name), value) || t('empty');
  const both = merged.conflicts.length + (merged.geometry === null ? 1 : 0);
  const all = (side: Side) =>
    setChoices({ fields: Object.fromEntries(merged.conflicts.map(({ name }) => [name, side])), geometry: side });
  const alone = [
    ...Object.entries(merged.mine).map(([name, value]) => ({ name, value, side: 'mine' as const })),
    ...Object.entries(merged.theirs).map(([name, value]) => ({ name, value, side: 'theirs' as const })),
  ];
  return (
    <Modal opened onClose={onClose} size={680} title={t('title')} closeButtonProps={{ 'aria-label': t('back') }}>
      <Text size="md" mb="md">
        {t('text', {
          who: theirs.modified_user?.username ?? t('somebody'),
          when: date(theirs.modified_date, 'relative'),
        })}{' '}
        {t(both ? 'choose' : 'noConflict')}
      </Text>
      {both > 0 && (
        <div className={classes.sides}>
          <span />
          <Button variant="subtle" size="compact-sm" onClick={() => all('theirs')}>
            {t('allTheirs')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => all('mine')}>
            {t('allMine')}
          </Button>
        </div>
      )}
      {merged.conflicts.map((conflict) => (
        <Pair
          key={conflict.name}
          label={fieldOf(conflict.name)?.label ?? conflict.name}
          was={t('was', { value: valueText(conflict.name, conflict.base) })}
          theirs={valueText(conflict.name, conflict.theirs)}
          mine={valueText(conflict.name, conflict.mine)}
          value={choices.fields[conflict.name]}
          onChange={(side) => setChoices((now) => ({ ...now, fields: { ...now.fields, [conflict.name]: side } }))}
        />
      ))}
      {merged.geometry === null && (
        <Pair
          label={t('geometry')}
          theirs={t('geometryTheirs')}
          mine={t('geometryMine')}
          value={choices.geometry}
          onChange={(side) => setChoices((now) => ({ ...now, geometry: side }))}
        />
      )}
      {(alone.length > 0 || merged.geometry === 'mine' || merged.geometry === 'theirs') && (
        <section className={classes.alone}>
          <h3 className={classes.aloneTitle}>{t('alone')}</h3>
          <ul>
            {alone.map(({ name, value, side }) => (
              <li key={name}>
                <bdi>{fieldOf(name)?.label ?? name}</bdi>:{' '}
                <bdi className={classes.aloneValue}>{valueText(name, value)}</bdi>{' '}
                <span className={classes.who}>{t(side === 'mine' ? 'byMe' : 'byThem')}</span>
              </li>
            ))}
            {(merged.geometry === 'mine' || merged.geometry === 'theirs') && (
              <li>
                {t(merged.geometry === 'mine' ? 'geometryMine' : 'geometryTheirs')}{' '}
                <span className={classes.who}>{t(merged.geometry === 'mine' ? 'byMe' : 'byThem')}</span>
              </li>
            )}
          </ul>
        </section>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
        <Button
          disabled={!decided}
          loading={saving}
          data-autofocus={both === 0 || undefined}
          onClick={() => onSave(resolveMerge(merged, choices, input.mine.geometry))}
        >
          {t('save')}
        </Button>
      </Group>
    </Modal>
  );
}

interface PairProps {
  label: string;
  was?: string;
  theirs: string;
  mine: string;
  value: Side | undefined;
  onChange: (side: Side) => void;
}

function Pair({ label, was, theirs, mine, value, onChange }: PairProps) {
  const t = useTranslations('records.merge');
  return (
    <Radio.Group
      className={classes.pair}
      value={value ?? ''}
      onChange={(side) => onChange(side === 'mine' ? 'mine' : 'theirs')}
      label={<bdi>{label}</bdi>}
      description={was ? <bdi>{was}</bdi> : undefined}
    >
      <div className={classes.cards}>
        {(
          [
            ['theirs', theirs],
            ['mine', mine],
          ] as const
        ).map(([side, content]) => (
          <Radio.Card key={side} value={side} className={classes.card}>
            <Radio.Indicator size="sm" />
            <span className={classes.words}>
              <span className={classes.who}>{t(side)}</span>
              <bdi className={classes.value}>{content}</bdi>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
