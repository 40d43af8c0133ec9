// What the records of a table are grouped by, and which of their numbers are summed.
'use client';
import { Button, MultiSelect, Popover, SegmentedControl, Select } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { isDated } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import { GROUP_STEPS, MAX_SUMS } from '@/contract/schemas/layers/groups';
import { groupable, soundGrouping, summable } from '../../logic/layer-page/grouping';
import classes from './layer-groups.module.css';
import type { GroupingState } from './use-grouping';

const optionsOf = (fields: readonly Field[]) => fields.map(({ name, label }) => ({ value: name, label }));

export function GroupingMenu({ form, grouping, group }: { form: readonly Field[] } & GroupingState) {
  const t = useTranslations('layerPage.groups');
  const fields = groupable(form);
  const numbers = summable(form);
  const by = fields.find(({ name }) => name === grouping?.field);
  if (fields.length === 0) return null;
  return (
    <Popover withinPortal position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={by ? 'light' : 'default'}
          size="compact-md"
          leftSection={<IconLayoutGrid size={16} aria-hidden />}
        >
          {by ? (
            <span>
              {t('by')} <bdi>{by.label}</bdi>
            </span>
          ) : (
            t('group')
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <Select
          label={t('field')}
          data={optionsOf(fields)}
          value={by?.name ?? null}
          searchable
          clearable
          comboboxProps={{ withinPortal: false }}
          onChange={(field) =>
            group(field === null ? null : soundGrouping(form, { field, sums: grouping?.sums ?? [] }))
          }
        />
        {by && isDated(by) && (
          <SegmentedControl
            aria-label={t('step')}
            data={GROUP_STEPS.map((value) => ({ value, label: t(`steps.${value}`) }))}
            value={grouping?.step ?? 'month'}
            onChange={(step) => grouping && group({ ...grouping, step: step as (typeof GROUP_STEPS)[number] })}
          />
        )}
        {grouping && numbers.length > 0 && (
          <MultiSelect
            label={t('sums')}
            data={optionsOf(numbers)}
            value={grouping.sums}
            maxValues={MAX_SUMS}
            searchable
            comboboxProps={{ withinPortal: false }}
            onChange={(sums) => group({ ...grouping, sums })}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
