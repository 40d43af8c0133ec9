// Which value the merged record gets, for each field on which the records disagree.
'use client';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Values } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { useValueProblem } from '@/lib/form/value-problem';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { hasOwnValue, OwnValue } from '../parts/own-value';
import { useRecordTitle } from '../parts/picked-list';
import { type Choice, differences, resolveValues } from './differences';

const OWN = 'own';

interface ChoiceDialogProps {
  layer: Layer;
  records: readonly LayerRecord[];
  keep: LayerRecord;
  saving: boolean;
  onSave: (value: Values) => void;
  onClose: () => void;
}

export const ChoiceDialog = ({ layer, records, keep, saving, onSave, onClose }: ChoiceDialogProps) => {
  const t = useTranslations('map.tools.merge');
  const problemText = useValueProblem();
  const text = useValueText();
  const { number } = useFormat();
  const titleOf = useRecordTitle(layer);
  const conflicts = useMemo(() => differences(layer.config.form, records), [layer, records]);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [tried, setTried] = useState(false);
  const { values, problems } = resolveValues(conflicts, choices, keep);
  const choose = (name: string, choice: Choice) => setChoices((now) => ({ ...now, [name]: choice }));

  return (
    <Modal opened onClose={onClose} size={560} title={t('dialog')} closeButtonProps={{ 'aria-label': t('back') }}>
      <Stack gap="md">
        <Text size="md">
          {t('text', { count: records.length, shown: number(records.length), title: titleOf(keep) })}{' '}
          {t(conflicts.length > 0 ? 'differ' : 'agree')}
        </Text>
        {conflicts.map(({ field, options }) => {
          const choice = choices[field.name] ?? { from: keep.id };
          const at = 'own' in choice ? -1 : options.findIndex(({ ids }) => ids.includes(choice.from));
          const problem = problems[field.name];
          return (
            <Radio.Group
              key={field.name}
              label={<bdi>{field.label}</bdi>}
              value={'own' in choice ? OWN : String(at)}
              error={problem && (tried || 'own' in choice) ? problemText(field, problem) : null}
              onChange={(value) => {
                const ids = options[Number(value)]?.ids;
                choose(field.name, value === OWN || !ids?.[0] ? { own: null } : { from: ids[0] });
              }}
            >
              <Stack gap={6} mt={6}>
                {options.map(({ value, ids }, i) => (
                  <Radio
                    key={ids[0]}
                    value={String(i)}
                    label={<bdi>{text(field, value) || t('empty')}</bdi>}
                    description={
                      ids.length === 1
                        ? records.filter(({ id }) => id === ids[0]).map(titleOf)[0]
                        : t('records', { count: ids.length, shown: number(ids.length) })
                    }
                  />
                ))}
                {hasOwnValue(field) && <Radio value={OWN} label={t('own')} />}
                {'own' in choice && (
                  <OwnValue field={field} value={choice.own} onChange={(value) => choose(field.name, { own: value })} />
                )}
              </Stack>
            </Radio.Group>
          );
        })}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button
            loading={saving}
            data-autofocus={conflicts.length === 0 || undefined}
            onClick={() => {
              setTried(true);
              if (Object.keys(problems).length === 0) onSave(values);
            }}
          >
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
