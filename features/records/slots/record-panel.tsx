// The form of one record, or of a new one, made from the layer's form; its history; and what is known of its shape.
'use client';
import { Alert, Badge, Tabs } from '@mantine/core';
import { IconMapPin, IconTrash, IconTrashOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { Panel } from '@/components/layout/panel';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import { type LayerRecord, STATUS } from '@/contract/schemas/record';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { titleOf } from '../logic/form-state';
import { RecordFields } from '../parts/field-control';
import { FilesPanel, HistoryPanel, RecordTabs } from '../parts/files/record-tabs';
import { lastChangeLabels } from '../parts/history/last-change';
import { MergeDialog } from '../parts/merge-dialog';
import { DraftOffer, Facts, PanelFoot, WaitingMark } from '../parts/panel-pieces';
import classes from '../parts/record-panel.module.css';
import { LinkOffer } from '../parts/related/link-offer';
import { RelatedPanels } from '../parts/related/tabs';
import { useRelationForm } from '../parts/related/use-relation-form';
import { SheetButton } from '../parts/sheet/sheet-button';
import { useRecordForm } from '../parts/use-record-form';
import { useRemoveRecord } from '../parts/use-remove-record';

export interface RecordPanelProps {
  layer: Layer;
  /** Null for a new record. */
  record: LayerRecord | null;
  /** As edited on the map; undefined where it is unchanged. */
  geometry: Geometry | null | undefined;
  /** What is known of the shape: type, coordinates, length, area, already worded. */
  facts?: { label: string; value: string }[];
  onSaved: (record: LayerRecord, kind: 'created' | 'edited') => void;
  onDeleted: (record: LayerRecord) => void;
  /** A deletion was undone. */
  onRestored?: (record: LayerRecord) => void;
  onClose: () => void;
  onEditGeometry?: () => void;
  /** A draft is taken up that has a shape of its own. */
  onRestoreGeometry?: (geometry: Geometry | null) => void;
  onLocate?: () => void;
}

const COLORS: Record<number, string> = {
  [STATUS.waiting]: 'orange',
  [STATUS.first]: 'indigo',
  [STATUS.approved]: 'green',
  [STATUS.returned]: 'orange',
  [STATUS.rejected]: 'red',
};

/** Another record begins anew. */
export function RecordPanel(props: RecordPanelProps) {
  return <RecordForm key={`${props.layer.id}/${props.record?.id ?? 'new'}`} {...props} />;
}

/** Where the record stands in its review. */
const RecordStatus = ({ record }: { record: LayerRecord }) => (
  <div className={classes.status}>
    <Badge variant="light" color={COLORS[record.status.id] ?? 'gray'} tt="none">
      {record.status.name}
    </Badge>
    {record.unconfiremed_value && <WaitingMark record={record} />}
  </div>
);

interface RemoveButtonProps {
  base: LayerRecord;
  title: string;
  /** Whether the reader may delete in the layer; the record itself may say otherwise. */
  mayInLayer: boolean;
  remove: ReturnType<typeof useRemoveRecord>;
}

/** Deletes the record, or takes back what waits for approval. */
function RemoveButton({ base, title, mayInLayer, remove }: RemoveButtonProps) {
  const mayDelete = base.can?.delete ?? mayInLayer;
  const t = useTranslations('records.form');
  const common = { className: classes.remove, loading: remove.isPending };
  if (base.can?.withdraw)
    return (
      <IconButton {...common} label={t('withdraw')} onClick={() => remove.withdraw(base)}>
        <IconTrashOff size={18} />
      </IconButton>
    );
  return (
    <IconButton
      {...common}
      label={mayDelete ? t('remove') : `${t('remove')}: ${base.can?.why.delete ?? t('noDelete')}`}
      color="red"
      disabled={!mayDelete}
      onClick={() => remove.run(base, title)}
    >
      <IconTrash size={18} />
    </IconButton>
  );
}

function RecordForm({ layer, record, geometry, facts, ...on }: RecordPanelProps) {
  const t = useTranslations('records.form');
  const { digits } = useFormat();
  const id = useId();
  const related = useRelationForm(layer, record);
  const [tab, setTab] = useState<string | null>(related.firstTab);
  const { form: fields } = layer.config;
  const focus = (name: string) => {
    setTab('values');
    // The field may only now come back from behind another tab.
    setTimeout(() => document.getElementById(`${id}-${fields.findIndex((field) => field.name === name)}`)?.focus());
  };
  const form = useRecordForm({
    layer,
    record,
    geometry,
    focus,
    initial: related.initial,
    onSaved: related.onSaved(on.onSaved),
    onRestoreGeometry: on.onRestoreGeometry,
  });
  const remove = useRemoveRecord({ onDeleted: on.onDeleted, onRestored: on.onRestored, onWaiting: form.renew });
  const may = record ? (form.base?.can?.edit ?? layer.rights.edit) : layer.rights.add;
  const shapeless = !record && layer.type > 0 && !geometry;
  const save = () => void (may && !shapeless && !form.conflict && form.save());
  useHotkeys('panel', [{ keys: 'Mod+KeyS', whileTyping: true, inDialogs: true, repeats: true, run: save }]);
  const close = () => {
    // A new record's shape goes with its form: who closes it is asked, and told of the draft there.
    if (form.unsaved && record) toast({ type: 'info', message: t('kept') });
    on.onClose();
  };
  const { base } = form;
  const labelOf = lastChangeLabels(fields, base);
  const title = base ? titleOf(layer.config, base.value) || t('untitled', { id: digits(base.id) }) : t('new');
  return (
    <Panel
      flush
      title={title}
      onClose={close}
      actions={
        <>
          {form.unsaved && <span className={classes.unsaved}>{t('unsaved')}</span>}
          {on.onLocate && record && (
            <IconButton label={t('locate')} onClick={on.onLocate}>
              <IconMapPin size={18} />
            </IconButton>
          )}
          {record && <SheetButton layer={layer} record={record.id} />}
        </>
      }
      foot={
        tab === 'values' && (may || base) ? (
          <PanelFoot form={may ? form : null} shapeless={shapeless} onEditGeometry={on.onEditGeometry}>
            {base && <RemoveButton base={base} title={title} mayInLayer={layer.rights.delete} remove={remove} />}
          </PanelFoot>
        ) : undefined
      }
    >
      <Tabs value={tab} onChange={setTab} classNames={{ list: classes.tabs, panel: classes.tabPanel }}>
        {record && <RecordTabs related={related} />}
        <Tabs.Panel value="values">
          <form
            noValidate
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            {related.link && <LinkOffer link={related.link} record={record} />}
            {!may && <p className={classes.hint}>{base?.can?.why.edit ?? t(record ? 'noEdit' : 'noAdd')}</p>}
            {layer.config.supervised && base && <RecordStatus record={base} />}
            {may && form.draft && (
              <DraftOffer draft={form.draft} onTake={form.takeDraft} onDiscard={form.discardDraft} />
            )}
            {form.newer && <Alert color="orange">{t('newer')}</Alert>}
            {fields.length === 0 && <p className={classes.note}>{t('noFields')}</p>}
            <RecordFields id={id} layer={layer} form={form} readOnly={!may} locked={related.locked} labelOf={labelOf} />
            <Facts
              facts={facts}
              base={base}
              {...(may && record && on.onEditGeometry ? { onEdit: on.onEditGeometry } : {})}
            />
            <button type="submit" hidden aria-hidden tabIndex={-1} />
          </form>
        </Tabs.Panel>
        {record && (
          <HistoryPanel
            isOpen={tab === 'history'}
            layer={layer}
            record={base ?? record}
            onReverted={form.renew}
            onUse={
              may
                ? (values) => {
                    form.fill(values);
                    setTab('values');
                    toast({ type: 'info', message: t('filled') });
                  }
                : undefined
            }
          />
        )}
        {record && <FilesPanel record={record.id} mayEdit={may} isOpen={tab === 'files'} />}
        {record && <RelatedPanels related={related} layer={layer} record={record} open={tab} />}
      </Tabs>
      {form.conflict && form.mergeInput && (
        <MergeDialog
          key={form.conflict.version}
          form={fields}
          input={form.mergeInput}
          theirs={form.conflict}
          saving={form.saving}
          onSave={form.merged}
          onClose={form.keepEditing}
        />
      )}
    </Panel>
  );
}
