// Takes records of a layer away: which of them, in which format, with which fields; what is lost is told before.
'use client';
import { Alert, Button, Checkbox, Group, MultiSelect, Radio, Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { EXPORT_FILE_HOURS, MAX_DIRECT_EXPORT } from '@/contract/schemas/export';
import type { Layer } from '@/contract/schemas/layer';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './export-dialog.module.css';
import { type ExportContent, type ExportScopes, type OutFormat, takesCrs, useExport } from './use-export';

export interface ExportDialogProps extends ExportScopes {
  layer: Layer;
  onClose: () => void;
}

const CONTENTS: readonly ExportContent[] = ['records', 'files', 'images'];
/** WGS 84, Web Mercator, and the zones of UTM that cover Iran. */
const SYSTEMS = [
  [4326, 'WGS 84'],
  [3857, 'Web Mercator'],
  [32638, 'UTM 38N'],
  [32639, 'UTM 39N'],
  [32640, 'UTM 40N'],
  [32641, 'UTM 41N'],
] as const;

export function ExportDialog({ layer, onClose, ...scopes }: ExportDialogProps) {
  const t = useTranslations('map.export');
  const common = useTranslations('common');
  const { number } = useFormat();
  const out = useExport(layer, scopes, onClose);
  const { choice, change, losses, isLarge } = out;
  const isRecords = choice.content === 'records';
  const count = losses.data?.count;
  return (
    <Dialog opened onClose={onClose} title={t('title', { label: layer.label })} size="lg">
      <Stack gap="md">
        <Radio.Group
          label={t('scope')}
          value={choice.scope}
          onChange={(scope) => change({ scope: scope as typeof choice.scope })}
        >
          <Group gap="md" mt="xs">
            {out.scopes.map((scope) => (
              <Radio key={scope} value={scope} label={t(`scopes.${scope}`)} />
            ))}
            <Text size="sm" c="dimmed" role="status">
              {count === undefined ? t('counting') : t('count', { count, n: number(count) })}
            </Text>
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('what')}
          value={choice.content}
          onChange={(content) => change({ content: content as ExportContent })}
        >
          <Group gap="md" mt="xs">
            {CONTENTS.map((content) => (
              <Radio key={content} value={content} label={t(`whats.${content}`)} />
            ))}
          </Group>
        </Radio.Group>
        {isRecords && <FormatChoice layer={layer} out={out} />}
        {isRecords && <Losses out={out} />}
        {isRecords && isLarge && (
          <Alert color="blue">{t('large', { max: number(MAX_DIRECT_EXPORT), hours: number(EXPORT_FILE_HOURS) })}</Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            loading={out.isBusy}
            disabled={losses.isFetching || (isRecords && count === 0)}
            onClick={() => void out.start()}
          >
            {t(isLarge ? 'background' : 'start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type Out = ReturnType<typeof useExport>;

function FormatChoice({ layer, out }: { layer: Layer; out: Out }) {
  const t = useTranslations('map.export');
  const { digits } = useFormat();
  const { choice, change } = out;
  return (
    <>
      <Radio.Group
        label={t('format')}
        value={choice.format}
        onChange={(format) => change({ format: format as OutFormat })}
      >
        <div className={classes.formats}>
          {out.formats.map((format) => (
            <Radio key={format} value={format} label={t(`formats.${format}`)} description={t(`lines.${format}`)} />
          ))}
        </div>
      </Radio.Group>
      <MultiSelect
        label={t('fields')}
        placeholder={choice.fields.length === 0 ? t('allFields') : ''}
        data={out.fields.map(({ name, label }) => ({ value: name, label }))}
        value={choice.fields}
        searchable
        clearable
        onChange={(fields) => change({ fields })}
      />
      {layer.type > 0 && takesCrs(choice.format) && (
        <Select
          label={t('crs')}
          allowDeselect={false}
          data={SYSTEMS.map(([srid, name]) => ({ value: String(srid), label: `${name} (EPSG:${digits(srid)})` }))}
          value={String(choice.srid)}
          onChange={(srid) => change({ srid: Number(srid) })}
        />
      )}
      {choice.format === 'shp' && (
        <Select
          label={t('encoding')}
          allowDeselect={false}
          data={['UTF-8', 'CP1256']}
          value={choice.encoding}
          onChange={(encoding) => change({ encoding: encoding === 'CP1256' ? 'CP1256' : 'UTF-8' })}
        />
      )}
      {out.hasCodes && (
        <Checkbox
          label={t('codes')}
          checked={choice.codes}
          onChange={(event) => change({ codes: event.currentTarget.checked })}
        />
      )}
      {out.related && <RelatedChoice out={out} related={out.related} />}
    </>
  );
}

/** Whether related layers come along, and which these are; how many of their features, once they do. */
function RelatedChoice({ out: { choice, change }, related }: { out: Out; related: NonNullable<Out['related']> }) {
  const t = useTranslations('map.export');
  const { number, listed } = useFormat();
  const names = related.map(({ label, count }) =>
    count === null ? label : t('relatedCount', { label, n: number(count), count }),
  );
  return (
    <Checkbox
      label={t('related')}
      description={
        names.length > 0
          ? t.rich('relatedHint', { layers: listed(names), b: (text) => <bdi>{text}</bdi> })
          : t('relatedSelf')
      }
      checked={choice.related}
      onChange={(event) => change({ related: event.currentTarget.checked })}
    />
  );
}

/** What the format, the encoding or the chosen fields will lose, as the server counts it. */
function Losses({ out: { losses } }: { out: Out }) {
  const t = useTranslations('map.export');
  const errorText = useErrorText();
  if (losses.error) return <Alert color="red">{errorText(losses.error)}</Alert>;
  const { warnings = [], count } = losses.data ?? {};
  if (count === 0) return <Alert color="gray">{t('none')}</Alert>;
  if (warnings.length === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        {losses.data && !losses.isFetching ? t('nothingLost') : t('counting')}
      </Text>
    );
  return (
    <Alert color="orange" title={t('losses')} role="status">
      {warnings.map((warning) => (
        <p key={warning} className={classes.loss}>
          {warning}
        </p>
      ))}
    </Alert>
  );
}
