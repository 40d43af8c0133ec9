// The head of the studio: the layer's name, undo, preview, saving, and below it what a new layer is besides its form.
'use client';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import { OptionPick } from '@/components/pickers/option-pick';
import type { Layer } from '@/contract/schemas/layer';
import { useGroupOptions } from '@/lib/collection/options';
import type { Meta } from '../logic/document';
import classes from './studio.module.css';
import type { StudioState } from './use-studio';
import type { StudioActs } from './use-studio-acts';

export interface StudioBarProps {
  studio: StudioState;
  acts: StudioActs;
  /** Null for a new one. */
  layer: Layer | null;
  isReadOnly: boolean;
  isBusy: boolean;
  isPreview: boolean;
  /** Saving was tried: a missing name is marked. */
  isTried: boolean;
  /** May ask for the approval of two people. */
  maySecond: boolean;
  onPreview: () => void;
  /** More acts. */
  menu: ReactNode;
}

function UndoButtons({ studio }: { studio: StudioState }) {
  const t = useTranslations('formStudio');
  const common = { variant: 'subtle', color: 'gray' } as const;
  return (
    <>
      <IconButton {...common} label={t('undo')} hotkey="Ctrl+Z" disabled={!studio.canUndo} onClick={studio.undo}>
        <IconArrowBackUp size={18} className="points" />
      </IconButton>
      <IconButton {...common} label={t('redo')} hotkey="Ctrl+Shift+Z" disabled={!studio.canRedo} onClick={studio.redo}>
        <IconArrowForwardUp size={18} className="points" />
      </IconButton>
    </>
  );
}

export function StudioBar(props: StudioBarProps) {
  const { studio, acts, layer, isReadOnly, isBusy, isPreview, isTried, maySecond, onPreview, menu } = props;
  const t = useTranslations('formStudio');
  const common = useTranslations('common');
  const { meta } = studio.document;
  const PreviewIcon = isPreview ? IconEyeOff : IconEye;
  return (
    <>
      <TextInput
        className={classes.name}
        aria-label={t('name')}
        placeholder={t('namePlaceholder')}
        data-part="layer"
        required
        value={meta.label}
        maxLength={200}
        readOnly={isReadOnly}
        error={isTried && meta.label.trim() === '' && t('nameMissing')}
        onChange={(event) => studio.setMeta({ label: event.currentTarget.value })}
      />
      {studio.isDirty && layer && (
        <span className={classes.unsaved} role="status">
          {common('unsaved')}
        </span>
      )}
      {!isReadOnly && <UndoButtons studio={studio} />}
      <IconButton
        label={t(isPreview ? 'preview.close' : 'preview.open')}
        hotkey="P"
        variant={isPreview ? 'light' : 'subtle'}
        color={isPreview ? 'indigo' : 'gray'}
        aria-pressed={isPreview}
        onClick={onPreview}
      >
        <PreviewIcon size={18} />
      </IconButton>
      {menu}
      {!isReadOnly && (
        <Button
          className={classes.save}
          onClick={acts.save}
          loading={isBusy}
          disabled={layer !== null && !studio.isDirty}
        >
          {t(layer ? 'save' : 'create')}
        </Button>
      )}
      {!layer && <MetaBar studio={studio} maySecond={maySecond} />}
    </>
  );
}

/** Geometry, groups and supervision of a layer that is being made. */
function MetaBar({ studio, maySecond }: { studio: StudioState; maySecond: boolean }) {
  const t = useTranslations('formStudio.meta');
  const groups = useGroupOptions();
  const { meta } = studio.document;
  const set = (patch: Partial<Meta>) => studio.setMeta(patch);
  return (
    <div className={classes.meta}>
      <SegmentedControl
        aria-label={t('type')}
        title={t('typeHint')}
        value={String(meta.type)}
        data={([0, 1, 2, 3] as const).map((type) => ({ value: String(type), label: t(`types.${type}`) }))}
        onChange={(type) => set({ type: Number(type) })}
      />
      <OptionPick
        className={classes.groups}
        label={t('groups')}
        isBare
        placeholder={meta.groups.length > 0 ? '' : t('groupsNone')}
        value={meta.groups}
        source={groups}
        onChange={(ids) => set({ groups: ids })}
      />
      <Checkbox
        label={t('supervised')}
        checked={meta.isSupervised}
        onChange={(event) =>
          set({
            isSupervised: event.currentTarget.checked,
            ...(event.currentTarget.checked ? {} : { hasSecondApproval: false }),
          })
        }
      />
      {maySecond && meta.isSupervised && (
        <Checkbox
          label={t('secondApproval')}
          checked={meta.hasSecondApproval}
          onChange={(event) => set({ hasSecondApproval: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
