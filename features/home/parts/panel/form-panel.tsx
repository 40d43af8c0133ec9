// The form of a record, or of a new one, with what the map knows of its shape.
'use client';
import { useTranslations } from 'next-intl';
import type { Layer } from '@/contract/schemas/layer';
import { useFormShape, useMap, useSketch, useTool } from '@/map';
import { useMeasureText } from '@/tools';
import type { RecordForm, SidePanelEvent } from '../../logic/side-panel';
import type { HomeSlots, RecordPanelSlot } from '../../logic/slots';
import { useLocate } from '../use-locate';
import { useRecordChanges } from '../use-record-changes';

interface FormPanelProps extends Pick<HomeSlots, 'RecordPanel'> {
  form: RecordForm;
  layer: Layer;
  send: (event: SidePanelEvent) => void;
}

/** Length and area while the form's shape is reshaped; what another tool draws beside the form is not measured in it. */
function useShapeFacts(): NonNullable<RecordPanelSlot['facts']> {
  const t = useTranslations('home.facts');
  const measure = useMeasureText();
  const { mode, length, area } = useSketch();
  if (mode !== 'edit') return [];
  return [
    ...(length > 0 ? [{ label: t('length'), value: measure(length, 'length') }] : []),
    ...(area > 0 ? [{ label: t('area'), value: measure(area, 'area') }] : []),
  ];
}

export function FormPanel({ form, layer, send, RecordPanel }: FormPanelProps) {
  const map = useMap();
  const changes = useRecordChanges();
  const locate = useLocate();
  const activate = useTool((s) => s.activate);
  const facts = useShapeFacts();
  const shape = useFormShape(form.kind === 'new' ? 'new' : form.record);
  const close = () => send({ kind: 'close' });
  if (form.kind === 'new')
    return (
      <RecordPanel
        key={`new/${form.layer}`}
        layer={layer}
        record={null}
        geometry={shape ?? null}
        facts={facts}
        onSaved={(record) => {
          changes.created(record);
          send({ kind: 'saved', record });
        }}
        onDeleted={() => send({ kind: 'deleted' })}
        onClose={close}
      />
    );
  const { record } = form;
  const canReshape = layer.type > 0 && (record.can?.edit ?? layer.rights.edit);
  return (
    <RecordPanel
      key={record.id}
      layer={layer}
      record={record}
      geometry={shape}
      facts={facts}
      onSaved={(saved) => {
        changes.edited(saved, record);
        send({ kind: 'saved', record: saved });
      }}
      onDeleted={(deleted) => {
        changes.deleted(deleted);
        send({ kind: 'deleted' });
      }}
      onRestored={changes.restored}
      onRestoreGeometry={(geometry) => {
        if (!geometry) return;
        map.drawing.setFormShape(record, geometry);
        activate('modify');
      }}
      onClose={close}
      {...(canReshape ? { onEditGeometry: () => activate('modify') } : {})}
      onLocate={() => locate(record)}
    />
  );
}
