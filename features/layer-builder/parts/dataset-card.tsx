// One data set of the file and the layer that shall come of it.
'use client';
import { Button, Checkbox, Collapse, MultiSelect, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useFormat } from '@/lib/i18n/use-format';
import { type DatasetEdit, type DatasetPlan, type FieldEdit, problemOf, withAllFields, withField } from '../logic/plan';
import { FieldsTable } from './fields-table';
import { KindIcon } from './kind-icon';
import classes from './look-step.module.css';
import { Notes } from './notes';
import { CrsChoice } from './place/crs-choice';
import { PlaceChoice } from './place/place-choice';
import { RasterDetails } from './raster-details';
import type { PlanState } from './use-plan';

export interface DatasetCardProps {
  plan: DatasetPlan;
  state: PlanState;
  groups: readonly LayerGroup[];
  /** The only one in its file: nothing to choose. */
  only: boolean;
}

/** What is in the data set, and how much of it. */
function Heading({ plan: { dataset, type } }: { plan: DatasetPlan }) {
  const t = useTranslations('layerBuilder.look');
  const kinds = useTranslations('layerBuilder.kinds');
  const { number } = useFormat();
  return (
    <span className={classes.dataset}>
      <KindIcon type={type} />
      <bdi className={classes.datasetName}>{dataset.name}</bdi>
      <span className={classes.hint}>
        {kinds(`${type}` as '1')}
        {dataset.is3d && ` ${t('threeD')}`} ·{' '}
        {dataset.raster
          ? t('pixels', {
              width: number(dataset.raster.width),
              height: number(dataset.raster.height),
              bands: number(dataset.raster.bands),
              count: dataset.raster.bands,
            })
          : t('count', { n: number(dataset.feature_count), count: dataset.feature_count })}
      </span>
    </span>
  );
}

interface LabelFieldsProps {
  plan: DatasetPlan;
  groups: readonly LayerGroup[];
  isUnlabelled: boolean;
  onChange: (part: DatasetEdit) => void;
}

function LabelFields({ plan, groups, isUnlabelled, onChange }: LabelFieldsProps) {
  const t = useTranslations('layerBuilder.look');
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('layerLabel')}
        required
        maxLength={200}
        value={plan.label}
        data-problem={isUnlabelled || undefined}
        error={isUnlabelled && t('labelMissing')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      {groups.length > 0 && (
        <MultiSelect
          label={t('groups')}
          placeholder={plan.groups.length > 0 ? undefined : t('groupsNone')}
          data={groups.map((group) => ({ value: String(group.id), label: group.label }))}
          value={plan.groups.map(String)}
          searchable
          clearable
          styles={{ input: { paddingBlock: 1 } }}
          onChange={(ids) => onChange({ groups: ids.map(Number) })}
        />
      )}
    </div>
  );
}

/** A chosen one opens below its heading. */
export function DatasetCard({ plan, state, groups, only }: DatasetCardProps) {
  const t = useTranslations('layerBuilder.look');
  const { number } = useFormat();
  const { index, dataset, take } = plan;
  const { edit, change, chooseCrs, tried } = state;
  const changeField = useCallback(
    (field: number, part: FieldEdit) => edit((edits) => withField(edits, index, field, part)),
    [edit, index],
  );
  const [opened, setOpened] = useState(false);
  const untaken = state.plans.filter((other) => !other.take && other.dataset.name === dataset.name);
  const problem = tried && take ? problemOf(plan) : null;
  // With several data sets the fields stay folded, unless something in them has to be mended.
  const open = only || opened || problem === 'fieldLabel' || problem === 'sameLabel';
  const heading = <Heading plan={plan} />;
  return (
    <section className={classes.card} data-taken={take || undefined} aria-label={dataset.name}>
      <div className={classes.cardHead}>
        {only ? (
          heading
        ) : (
          <Checkbox
            checked={take}
            onChange={(event) => change(index, { take: event.currentTarget.checked })}
            label={heading}
            classNames={{ body: classes.checkBody, labelWrapper: classes.checkLabel }}
          />
        )}
      </div>
      <Collapse expanded={take}>
        <div className={classes.cardBody}>
          {dataset.raster && <RasterDetails plan={plan} size={state.inspection.data?.size ?? 0} />}
          {state.replaces === undefined && (
            <LabelFields
              plan={plan}
              groups={groups}
              isUnlabelled={problem === 'label'}
              onChange={(part) => change(index, part)}
            />
          )}
          <Notes of={dataset} untaken={untaken} />
          <PlaceChoice plan={plan} error={problem === 'place'} onChange={(place) => change(index, { place })} />
          <CrsChoice
            plan={plan}
            fileId={state.fileId}
            encoding={state.encoding}
            error={problem === 'crs'}
            onChange={(system) => chooseCrs(index, system)}
          />
          <div className={classes.fields}>
            {!only && plan.fields.length > 0 && (
              <Button
                className={classes.toggle}
                variant="subtle"
                size="compact-sm"
                aria-expanded={open}
                onClick={() => setOpened(!open)}
                rightSection={open ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
              >
                {t('fields', {
                  n: number(plan.fields.filter((field) => field.take).length),
                  all: number(plan.fields.length),
                })}
              </Button>
            )}
            {open && !dataset.raster && (
              <FieldsTable
                plan={plan}
                showProblems={tried}
                onChange={changeField}
                onAll={(all) => edit((edits) => withAllFields(edits, plan, all))}
              />
            )}
          </div>
        </div>
      </Collapse>
    </section>
  );
}
