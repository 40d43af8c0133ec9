// What a role is called and what it opens: modules as the menu groups them, each with its screens, and permissions.
'use client';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { useFormat } from '@/lib/i18n/use-format';
import type { Who } from '@/lib/routes/rules';
import { modulesBySection, screensOfModule, screensOfPerm } from '../logic/module-screens';
import { PRESET_IDS, PRESETS, type PresetId } from '../logic/presets';
import type { RoleValues } from '../logic/role-values';
import classes from './roles.module.css';
import { useCatalogue } from './use-catalogue';

/** Why a person may not give or take something; null where they may. */
export type WhyNot = string | null;

interface RoleBasicsProps {
  form: ResourceForm<RoleValues>['form'];
  /** As it is saved: what the role has already may stay or come back. */
  saved: RoleValues;
  who: Who | null;
  /** Modules that the person would lose as their last way to people and roles. */
  lastWay: readonly number[];
  /** Why nothing of what it grants can be changed. */
  closed: WhyNot;
}

const toggled = <T,>(all: readonly T[], one: T, isOn: boolean) =>
  isOn ? [...all, one] : all.filter((other) => other !== one);
const byNumber = (all: number[]) => [...new Set(all)].sort((a, b) => a - b);

function useGrants({ form, saved, who, lastWay, closed }: RoleBasicsProps) {
  const t = useTranslations('roles.basics');
  const { modules, custom_perms } = form.values;
  const moduleReason = (id: number): WhyNot => {
    if (closed) return closed;
    if (modules.includes(id)) return lastWay.includes(id) ? t('lastWay') : null;
    return who?.superuser || who?.modules.includes(id) || saved.modules.includes(id) ? null : t('beyond');
  };
  const permReason = (name: string): WhyNot => {
    if (closed) return closed;
    const isMine = who?.superuser || who?.perms.includes(name) || saved.custom_perms.includes(name);
    return custom_perms.includes(name) || isMine ? null : t('beyond');
  };
  const presetReason = (id: PresetId): WhyNot =>
    closed ??
    (PRESETS[id].modules.some((module) => !modules.includes(module) && moduleReason(module)) ? t('beyond') : null);
  return {
    moduleReason,
    permReason,
    presetReason,
    setModule: (id: number, isOn: boolean) => form.setFieldValue('modules', byNumber(toggled(modules, id, isOn))),
    setPerm: (name: string, isOn: boolean) => form.setFieldValue('custom_perms', toggled(custom_perms, name, isOn).sort()), // biome-ignore format: one line
    apply: (id: PresetId) => form.setFieldValue('modules', byNumber([...lastWay, ...PRESETS[id].modules])),
  };
}

/** A box that says why it cannot be pressed, and stays where the Tab key comes. */
export function GrantBox({
  label,
  description,
  checked,
  whyNot,
  onChange,
}: {
  label: string;
  description?: string;
  checked: boolean;
  whyNot: WhyNot;
  onChange: (isOn: boolean) => void;
}) {
  // biome-ignore format: one line
  const text = whyNot ?? description;
  return (
    <Checkbox
      label={label}
      {...(text ? { description: text } : {})}
      checked={checked}
      {...(whyNot ? { 'aria-disabled': true, style: { opacity: 0.6 } } : {})}
      onChange={(event) => {
        if (!whyNot) onChange(event.currentTarget.checked);
      }}
    />
  );
}

export function RoleBasics(props: RoleBasicsProps) {
  const { form } = props;
  const t = useTranslations('roles.basics');
  const sections = useTranslations('shell.sections');
  const routes = useTranslations('routes');
  const { listed } = useFormat();
  const catalogue = useCatalogue();
  const { moduleIds, permIds, urls, moduleName, permName } = catalogue;
  const grants = useGrants(props);
  if (catalogue.error) return <ErrorState error={catalogue.error} retry={catalogue.retry} />;
  if (catalogue.isPending) return <FormSkeleton fields={6} />;
  const titles = (ids: readonly string[]) => listed(ids.map((id) => routes(`${id as 'home'}.title`)));
  return (
    <>
      <Card title={t('identity')}>
        <TextInput
          required
          maw={420}
          label={t('name')}
          data-path="name"
          maxLength={150}
          {...form.getInputProps('name')}
        />
      </Card>
      <Card title={t('modules')} hint={t('modulesHint')}>
        <Group gap="xs" role="group" aria-label={t('presets')}>
          {PRESET_IDS.map((id) => {
            const whyNot = grants.presetReason(id);
            return (
              <Button
                key={id}
                size="xs"
                variant="default"
                {...(whyNot ? { 'data-disabled': true, 'aria-disabled': true, title: whyNot } : {})}
                onClick={() => {
                  if (!whyNot) grants.apply(id);
                }}
              >
                {t(`preset.${id}`)}
              </Button>
            );
          })}
        </Group>
        <div className={classes.sections}>
          {modulesBySection(urls, moduleIds).map(([section, ids]) => (
            <fieldset key={section} className={classes.section}>
              <legend>{sections(section)}</legend>
              {ids.map((id) => (
                <GrantBox
                  key={id}
                  label={moduleName(id)}
                  description={titles(screensOfModule(urls, id))}
                  checked={form.values.modules.includes(id)}
                  whyNot={grants.moduleReason(id)}
                  onChange={(isOn) => grants.setModule(id, isOn)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Card>
      <Card title={t('perms')} hint={t('permsHint')}>
        <div className={classes.sections}>
          {permIds.map((name) => (
            <GrantBox
              key={name}
              label={permName(name)}
              description={titles(screensOfPerm(urls, name))}
              checked={form.values.custom_perms.includes(name)}
              whyNot={grants.permReason(name)}
              onChange={(isOn) => grants.setPerm(name, isOn)}
            />
          ))}
        </div>
      </Card>
    </>
  );
}
