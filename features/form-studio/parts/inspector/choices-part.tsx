// The choices of a field and the field by which they are narrowed.
'use client';
import { Button, Select } from '@mantine/core';
import { IconArrowsSort, IconDatabase, IconPlus, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { type Choice, MAX_CHOICES } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import { addValues, sortChoices } from '../../logic/choices';
import classes from './choices.module.css';
import { ChoicesGrid } from './choices-grid';
import inspector from './inspector.module.css';
import { ListSource } from './lists/list-source';
import type { PartProps } from './part';

const NONE: readonly Choice[] = [];

/** Fills the choices with the values that records have. */
function useFill({ item, layer, onPatch }: PartProps) {
  const t = useTranslations('formStudio.choices');
  const { number } = useFormat();
  const { name, choices = [] } = item.field;
  const { run } = useAction(() =>
    call(api.records.calc, { params: { layer: layer ?? 0, type: 'distinct' }, query: { field: name } }),
  );
  return async () => {
    const read = await run(undefined);
    if (!read) return;
    const texts = (read.values ?? []).map(({ value }) => String(value));
    const filled = addValues(choices, texts);
    onPatch({ choices: filled.choices });
    toast({ type: 'info', message: t('filled', { n: number(filled.choices.length - choices.length) }) });
  };
}

type ActsProps = PartProps & { onAdd: () => void; onOpen: () => void };

/** What can be done with all choices at once. */
function Acts({ onAdd, onOpen, ...props }: ActsProps) {
  const t = useTranslations('formStudio.choices');
  const { lang } = useFormat();
  const fill = useFill(props);
  const { choices = NONE } = props.item.field;
  const common = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <div className={classes.buttons}>
      <Button {...common} leftSection={<IconPlus size={14} />} disabled={choices.length >= MAX_CHOICES} onClick={onAdd}>
        {t('add')}
      </Button>
      <Button {...common} leftSection={<IconTable size={14} />} onClick={onOpen}>
        {t('openTable')}
      </Button>
      <Button
        {...common}
        leftSection={<IconArrowsSort size={14} />}
        disabled={choices.length < 2}
        onClick={() => props.onPatch({ choices: sortChoices(choices, lang) })}
      >
        {t('sort')}
      </Button>
      {props.layer !== null && props.savedField && (
        <Button {...common} leftSection={<IconDatabase size={14} />} onClick={() => void fill()}>
          {t('fill')}
        </Button>
      )}
    </div>
  );
}

export function ChoicesPart(props: PartProps) {
  const { item, before, onPatch, errorOf, savedField } = props;
  const t = useTranslations('formStudio.choices');
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { field } = item;
  const { choices = NONE } = field;
  const isShared = field.list !== undefined;
  const savedValues = useMemo(() => new Set(savedField?.choices?.map(({ value }) => value)), [savedField]);
  const parents = before.filter(({ type }) => type === 'choice');
  const parent = parents.find(({ name }) => name === field.parent_field);
  const change = (next: readonly Choice[]) => onPatch({ choices: next });
  const add = () => change([...choices, { value: '', label: '' }]);
  const error = errorOf('choices');
  const grid = { choices, savedValues, hasParent: parent !== undefined, onChange: change };
  return (
    <div className={inspector.part}>
      {(parents.length > 0 || field.parent_field) && (
        <Select
          label={t('parentField')}
          description={t('parentHint')}
          data-part="parent_field"
          clearable
          placeholder={t('noParent')}
          data={parents.map(({ name, label }) => ({ value: name, label }))}
          value={field.parent_field ?? null}
          error={errorOf('parent_field')}
          onChange={(name) =>
            onPatch({
              parent_field: name ?? undefined,
              ...(name === null && { choices: choices.map(({ parent: _parent, ...rest }) => rest) }),
            })
          }
        />
      )}
      <ListSource {...props} />
      <fieldset disabled={isShared} className={classes.bare}>
        <ChoicesGrid {...grid} isWide={false} />
      </fieldset>
      {error && (
        <p role="alert" className={inspector.error} data-part="choices" tabIndex={-1}>
          {error}
        </p>
      )}
      {!isShared && (
        <>
          <p className={inspector.note}>{t('pasteHint', { max: number(MAX_CHOICES) })}</p>
          <Acts {...props} onOpen={() => setOpen(true)} onAdd={add} />
        </>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('dialog', { label: field.label })} size="xl">
        <ChoicesGrid {...grid} isWide />
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={choices.length >= MAX_CHOICES}
            onClick={add}
          >
            {t('add')}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
