// The form of a key: which layers it opens, what it may do there, where, until when, and from where.
'use client';
import { Button, Checkbox, Group, Input, Stack, TagsInput, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { PersianDateInput } from '@/components/fields/persian-date-input';
import { FormDialog } from '@/components/form/resource-form';
import { OptionPick } from '@/components/pickers/option-pick';
import { addDays } from '@/contract/jalali';
import { MAX_KEY_DAYS } from '@/contract/schemas/publish/key';
import { useRegionOptions } from '@/lib/collection/options';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { today } from '@/lib/i18n/dates';
import { isolate } from '@/lib/i18n/isolate';
import { useFormat } from '@/lib/i18n/use-format';
import { daysBetween, type KeyValues, pickLayers, toReading } from '../../logic/key-values';
import classes from '../publish.module.css';
import type { LayerChoice, LayerChoices } from './use-layer-choices';

const WRITES = ['add', 'edit', 'delete'] as const;
const SPANS = [30, 90, 365] as const;

interface KeyFormProps {
  resource: ResourceForm<KeyValues>;
  choices: LayerChoices;
  isNew: boolean;
  /** The key is one's own: one's regions hold for it, and what one may do oneself. */
  isOwn?: boolean;
  onClose: () => void;
}

export function KeyForm({ resource, choices: { layers, source }, isNew, isOwn = false, onClose }: KeyFormProps) {
  const t = useTranslations('publish.key');
  const { form } = resource;
  const { values } = form;
  const isHalf = values.layers.some((one) => one.edit && !one.add);
  return (
    <FormDialog
      title={t(isNew ? 'new' : 'edit')}
      resource={resource}
      isNew={isNew}
      {...(isNew ? { submit: t('create') } : {})}
      onClose={onClose}
      names={{
        label: t('label'),
        layers: t('layers'),
        regions: t('regions'),
        days: t('expires'),
        addresses: t('addresses'),
        in_address: t('inAddress'),
      }}
    >
      <TextInput
        label={t('label')}
        description={t(isOwn ? 'ownLabelHint' : 'labelHint')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <OptionPick
        label={t('layers')}
        description={t(isOwn ? 'ownLayersHint' : 'layersHint')}
        nothing={t(isOwn ? 'noOwnLayers' : 'noLayers')}
        source={source}
        value={values.layers.map(({ layer }) => layer)}
        onChange={(ids) => form.setFieldValue('layers', pickLayers(values.layers, ids))}
        error={form.errors.layers}
      />
      {!values.in_address && <GrantFields form={form} layers={layers} mayNot={t(isOwn ? 'ownMayNot' : 'mayNot')} />}
      {isHalf && <Callout kind="caution">{t('addFirst')}</Callout>}
      <Checkbox
        label={t('inAddress')}
        description={t('inAddressHint')}
        checked={values.in_address}
        error={form.errors.in_address}
        onChange={({ currentTarget: { checked } }) =>
          form.setValues({ in_address: checked, ...(checked ? { layers: toReading(values.layers) } : {}) })
        }
      />
      <Expiry form={form} />
      {!isOwn && <Regions form={form} />}
      <TagsInput
        label={t('addresses')}
        description={t('addressesHint')}
        classNames={{ pill: classes.ltr ?? '', inputField: classes.ltr ?? '' }}
        maxTags={20}
        {...form.getInputProps('addresses')}
      />
    </FormDialog>
  );
}

function Regions({ form }: Pick<ResourceForm<KeyValues>, 'form'>) {
  const t = useTranslations('publish.key');
  const regions = useRegionOptions();
  return (
    <OptionPick
      label={t('regions')}
      description={t('regionsHint')}
      source={regions}
      value={form.values.regions}
      onChange={(ids) => form.setFieldValue('regions', ids)}
      error={form.errors.regions}
    />
  );
}

interface GrantsProps extends Pick<ResourceForm<KeyValues>, 'form'> {
  layers: readonly LayerChoice[];
  /** Why something cannot be allowed. */
  mayNot: string;
}

/** Of each layer what the key may do there. What cannot be allowed can still be taken away. */
function GrantFields({ form, layers, mayNot }: GrantsProps) {
  const t = useTranslations('publish');
  const { values } = form;
  return values.layers.map((grant) => {
    const layer = layers.find(({ id }) => id === grant.layer);
    if (!layer || WRITES.every((name) => !layer.may[name] && !grant[name])) return null;
    return (
      <Input.Wrapper key={grant.layer} label={t('key.rights', { layer: isolate(layer.label) })} labelElement="div">
        <Group gap="md" mt={4}>
          {WRITES.map((name) => (
            <Checkbox
              key={name}
              label={t(`layers.write.${name}`)}
              checked={grant[name]}
              disabled={!layer.may[name] && !grant[name]}
              title={layer.may[name] ? undefined : mayNot}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(
                  'layers',
                  values.layers.map((one) => (one.layer === grant.layer ? { ...one, [name]: checked } : one)),
                )
              }
            />
          ))}
        </Group>
      </Input.Wrapper>
    );
  });
}

function Expiry({ form }: Pick<ResourceForm<KeyValues>, 'form'>) {
  const t = useTranslations('publish.key');
  const { number } = useFormat();
  const from = today();
  const set = (days: number) => form.setFieldValue('days', days);
  return (
    <Stack gap={6}>
      <PersianDateInput
        label={t('expires')}
        description={t('until')}
        required
        min={addDays(from, 1)}
        max={addDays(from, MAX_KEY_DAYS)}
        value={addDays(from, form.values.days)}
        onChange={(day) => day && set(daysBetween(from, day))}
        error={form.errors.days && t('daysWrong')}
      />
      <Group gap="xs">
        {SPANS.map((days) => (
          <Button
            key={days}
            size="compact-xs"
            variant={form.values.days === days ? 'light' : 'default'}
            aria-pressed={form.values.days === days}
            onClick={() => set(days)}
          >
            {t('days', { n: number(days) })}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
