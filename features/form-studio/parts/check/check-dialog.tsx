// What saving a form would do to the records, all at once, with one decision for each effect.
'use client';
import { Button, Group, Select } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { Dialog } from '@/components/layout/dialog';
import type { FormEffect } from '@/contract/schemas/forms/form-check';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { href } from '@/lib/routes/rules';
import { type Decision, firstDecision, isBlocked, isComplete, isInformation, OPTIONS } from '../../logic/decisions';
import type { Item } from '../../logic/document';
import { ConstantInput, hasConstant } from '../inspector/default-part';
import type { PendingCheck } from '../use-studio-save';
import classes from './check.module.css';

export interface CheckDialogProps {
  check: PendingCheck;
  layer: number;
  /** The form as it would be saved, and as it is. */
  items: readonly Item[];
  saved: readonly Item[];
}

const fieldIn = (items: readonly Item[], { field }: FormEffect) =>
  items.find((item) => item.field.name === field)?.field;

interface EffectRowProps {
  effect: FormEffect;
  decision: Decision | null;
  layer: number;
  items: readonly Item[];
  saved: readonly Item[];
  onDecide: (decision: Decision) => void;
}

/** Three of the records, with what they hold; each opens in its table. */
function Samples({ effect, layer, saved }: Pick<EffectRowProps, 'effect' | 'layer' | 'saved'>) {
  const t = useTranslations('formStudio.check');
  const { digits } = useFormat();
  const valueText = useValueText();
  const field = fieldIn(saved, effect);
  return (
    <ul className={classes.samples}>
      {effect.samples.map(({ id, value }) => (
        <li key={id}>
          <a href={`${href('layerData', { id: layer })}?record=${id}`} target="_blank" rel="noreferrer">
            {t('record', { id: digits(id) })}
          </a>{' '}
          {value !== null && <bdi>{field ? valueText(field, value) : String(value)}</bdi>}
        </li>
      ))}
    </ul>
  );
}

function DecisionInput({ effect, decision, items, onDecide }: EffectRowProps & { decision: Decision }) {
  const t = useTranslations('formStudio.check');
  const field = fieldIn(items, effect);
  const options = OPTIONS[effect.kind].filter((option) => option !== 'fill' || (field && hasConstant(field)));
  return (
    <div className={classes.decision}>
      <Select
        aria-label={t('decision', { field: effect.label })}
        allowDeselect={false}
        data={options.map((option) => ({
          value: option as string,
          label: t(`options.${effect.kind}.${option}` as 'options.removed.hide'),
        }))}
        value={decision.option}
        onChange={(option) => option && onDecide({ option: option as Decision['option'] })}
      />
      {decision.option === 'turn' && (
        <Select
          aria-label={t('into')}
          placeholder={t('into')}
          searchable
          data={(field?.choices ?? []).flatMap(({ value, label, retired }) => (retired ? [] : [{ value, label }]))}
          value={decision.into ?? null}
          onChange={(into) => onDecide({ option: 'turn', ...(into && { into }) })}
        />
      )}
      {decision.option === 'fill' && field && (
        <ConstantInput
          field={field}
          label={t('fillWith')}
          value={decision.value as string | undefined}
          error={null}
          onChange={(value) => onDecide({ option: 'fill', ...(value !== undefined && { value }) })}
        />
      )}
    </div>
  );
}

function EffectRow(props: EffectRowProps) {
  const t = useTranslations('formStudio.check');
  const { number, listed } = useFormat();
  const { effect, decision } = props;
  const count = effect.capped ? t('atLeast', { n: number(effect.count) }) : number(effect.count);
  const choice = effect.choice && (fieldIn(props.saved, effect)?.choices?.find(({ value }) => value === effect.choice)?.label ?? effect.choice); // biome-ignore format: one line
  return (
    <li className={classes.effect}>
      <p className={classes.sentence}>
        {t(`effects.${effect.kind}`, {
          field: effect.label,
          n: count,
          converts: number(effect.converts ?? 0),
          choice: choice || '',
          by: listed((effect.by ?? []).map((one) => t(`by.${one}`))),
        })}
      </p>
      <Samples {...props} />
      {decision && <DecisionInput {...props} decision={decision} />}
    </li>
  );
}

export default function CheckDialog({ check, layer, items, saved }: CheckDialogProps) {
  const t = useTranslations('formStudio.check');
  const common = useTranslations('common');
  const { effects } = check;
  const [decisions, setDecisions] = useState(() =>
    effects.map((effect) => (isInformation(effect) ? null : firstDecision(effect))),
  );
  const isReady = decisions.every((decision) => decision === null || isComplete(decision));
  const blocked = isBlocked(effects);
  const save = () =>
    check.decide(
      effects.flatMap((effect, i) => {
        const decision = decisions[i];
        return decision ? [{ effect, decision }] : [];
      }),
    );
  return (
    <Dialog opened onClose={check.cancel} title={t('title')} size="lg">
      <p className={classes.intro}>{t('intro')}</p>
      {blocked && <Callout kind="refusal">{t('blocked')}</Callout>}
      <ul className={classes.effects}>
        {effects.map((effect, i) => (
          <EffectRow
            key={`${effect.kind}/${effect.field}/${effect.choice ?? ''}`}
            effect={effect}
            decision={decisions[i] ?? null}
            layer={layer}
            items={items}
            saved={saved}
            onDecide={(decision) => setDecisions((now) => now.with(i, decision))}
          />
        ))}
      </ul>
      <Group gap="xs">
        <Button onClick={save} disabled={!isReady || blocked}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={check.cancel}>
          {common('cancel')}
        </Button>
      </Group>
    </Dialog>
  );
}
