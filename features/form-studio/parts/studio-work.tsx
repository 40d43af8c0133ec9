// The studio at work on one document: its parts, keys, draft and guard joined together.
'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense, useMemo, useRef, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { ComputerHint } from '@/components/feedback/computer-hint';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { ConflictDialog } from '@/components/form/conflict-dialog';
import { LeaveGuard } from '@/components/form/leave-guard';
import { lazyPart } from '@/components/layout/lazy-part';
import { Studio } from '@/components/templates/studio';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import type { Resource } from '@/lib/api/use-resource';
import { allows, href, type Who } from '@/lib/routes/rules';
import { type Document, NEW_META, toForm } from '../logic/document';
import { problemsByKey } from '../logic/problems';
import { documentOf } from '../logic/wire';
import { CanvasPane } from './canvas/canvas-pane';
import { Inspector } from './inspector/inspector';
import { Palette } from './palette/palette';
import { type FormPreview, PreviewPane, type PreviewWidth } from './preview/preview-pane';
import { Sheet, type SheetPlace } from './sheet';
import classes from './studio.module.css';
import { StudioBar } from './studio-bar';
import { StudioDraft } from './studio-draft';
import { type StudioDialog, StudioMenu } from './studio-menu';
import { useConflictNames } from './use-conflict-names';
import { useIsNarrow } from './use-is-narrow';
import { type StudioState, useStudio } from './use-studio';
import { useStudioActs } from './use-studio-acts';
import { useStudioKeys } from './use-studio-keys';
import { useStudioSave } from './use-studio-save';

const CheckDialog = lazyPart(() => import('./check/check-dialog'));
const JobDialog = lazyPart(() => import('./check/job-dialog'));
const StudioDialogs = lazyPart(() => import('./studio-dialogs'));

export interface StudioWorkProps {
  resource: Resource<Layer> | null;
  who: Who | null;
  Preview: FormPreview;
}

const EMPTY: Document = { meta: NEW_META, items: [] };

/** What stands open in the studio. */
function useView() {
  const [isPreview, setPreview] = useState(false);
  const [width, setWidth] = useState<PreviewWidth>(390);
  const [sheet, setSheet] = useState<SheetPlace | null>(null);
  const [dialog, setDialog] = useState<StudioDialog | null>(null);
  return {
    dialog,
    setDialog,
    isPreview,
    togglePreview: () => setPreview((now) => !now),
    width,
    setWidth,
    sheet,
    setSheet,
  };
}

/** Saving a new layer leads to its records; saving another one stays. */
function useSaving(studio: StudioState, resource: Resource<Layer> | null) {
  const t = useTranslations('formStudio');
  const router = useRouter();
  const [isDone, setDone] = useState(false);
  const saving = useStudioSave({
    studio,
    resource,
    onCreated: ({ id, label }) => {
      setDone(true);
      toast({ type: 'success', message: t('created', { label }) });
      router.push(href('layerData', { id }));
    },
    onSaved: ({ label }) => void toast({ type: 'success', message: t('saved', { label }) }),
    formerLabel: (label) => t('check.former', { label }),
  });
  return { ...saving, isDone };
}

/** Everything that the studio's places share. */
function useWork(resource: Resource<Layer> | null) {
  const layer = resource?.body ?? null;
  const isReadOnly = layer !== null && !layer.rights.manage;
  const [initial] = useState(() => (layer ? documentOf(layer) : EMPTY));
  const studio = useStudio(initial);
  const { items } = studio.document;
  const problems = useMemo(() => problemsByKey(items), [items]);
  const isNarrow = useIsNarrow();
  const view = useView();
  const [isTried, setTried] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const saving = useSaving(studio, resource);
  const acts = useStudioActs(studio, {
    problems,
    onOpen: () => view.setSheet('inspector'),
    onTried: () => setTried(true),
    save: saving.save,
  });
  const openPalette = () => (isNarrow ? view.setSheet('palette') : search.current?.focus());
  useStudioKeys(studio, {
    ...acts,
    isReadOnly: isReadOnly || saving.isBusy,
    togglePreview: view.togglePreview,
    openPalette,
  });
  const names = useConflictNames(studio);
  const canvas = { studio, isReadOnly, isNarrow, problems, acts };
  return { canvas, layer, view, saving, frame, search, names, isTried, openPalette };
}

export function StudioWork({ resource, who, Preview }: StudioWorkProps) {
  const t = useTranslations('formStudio');
  const errorText = useErrorText();
  const work = useWork(resource);
  const { canvas, layer, view, saving, frame, search, names, isTried, openPalette } = work;
  const { studio, isReadOnly, isNarrow, problems, acts } = canvas;
  const { items } = studio.document;
  const palette = { label: t('palette.title'), content: <Palette onAdd={acts.add} searchRef={search} /> };
  const inspector = {
    label: t('inspector.title'),
    content: (
      <fieldset disabled={isReadOnly} className={classes.bare}>
        <Inspector studio={studio} problems={problems} layer={layer?.id ?? null} />
      </fieldset>
    ),
  };
  const preview = {
    label: t('preview.title'),
    content: <PreviewPane Form={Preview} form={toForm(items)} width={view.width} onWidth={view.setWidth} />,
  };
  return (
    <div className={classes.screen}>
      <h1 className={classes.title}>{layer ? t('editTitle', { label: layer.label }) : t('title')}</h1>
      <LeaveGuard isDirty={studio.isDirty && !saving.isDone && !isReadOnly} />
      {isReadOnly && <Callout>{t('readOnly.right')}</Callout>}
      {!isReadOnly && <ComputerHint />}
      {!isReadOnly && <StudioDraft studio={studio} id={layer?.id ?? null} isDone={saving.isDone} />}
      {Boolean(saving.error) && <Callout kind="refusal">{errorText(saving.error)}</Callout>}
      <div className={classes.work} inert={saving.isBusy}>
        <Studio
          frame={frame}
          bar={
            <StudioBar
              {...canvas}
              layer={layer}
              isBusy={saving.isBusy}
              isPreview={view.isPreview}
              isTried={isTried}
              maySecond={allows(who, api.layers.edit.needs)}
              onPreview={view.togglePreview}
              menu={<StudioMenu layer={layer?.id ?? null} who={who} isReadOnly={isReadOnly} onOpen={view.setDialog} />}
            />
          }
          palette={isNarrow || isReadOnly ? undefined : palette}
          inspector={isNarrow ? undefined : inspector}
          preview={view.isPreview ? preview : undefined}
          canvas={{
            label: t('canvas.title'),
            content: (
              <CanvasPane
                {...canvas}
                frame={frame}
                onPalette={openPalette}
                onStarter={view.setDialog}
                onOpen={() => view.setSheet('inspector')}
              />
            ),
          }}
        />
      </div>
      {isNarrow && <Sheet places={{ palette, inspector }} open={view.sheet} onClose={() => view.setSheet(null)} />}
      <Suspense>
        {view.dialog && (
          <StudioDialogs
            studio={studio}
            layer={layer?.id ?? null}
            dialog={view.dialog}
            onClose={() => view.setDialog(null)}
          />
        )}
        {saving.check && layer && (
          <CheckDialog check={saving.check} layer={layer.id} items={items} saved={studio.saved.items} />
        )}
        {saving.job && <JobDialog job={saving.job} />}
      </Suspense>
      {saving.conflict && <ConflictDialog conflict={saving.conflict} names={names} />}
    </div>
  );
}
