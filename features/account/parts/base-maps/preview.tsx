// A base map that is not saved yet, drawn over the country.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useErrorText } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { call } from '@/lib/api/client';
import type { FileOffer } from '@/lib/base-maps/files';
import { type BaseMap, PlainMap } from '@/map';
import type { BaseMapValues } from '../../logic/base-maps';
import classes from './base-maps.module.css';

const IRAN: [number, number, number, number] = [44, 25, 63.5, 39.8];
const NO_SETS: readonly never[] = [];
/** A tile in the middle of the country. */
const CENTRE = { lng: 53, lat: 32.5 };

function tileOfCentre(zoom: number): { z: number; x: number; y: number } {
  const lat = (CENTRE.lat * Math.PI) / 180;
  const side = 2 ** zoom;
  return {
    z: zoom,
    x: Math.floor(((CENTRE.lng + 180) / 360) * side),
    y: Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * side),
  };
}

const baseOf = (values: BaseMapValues, file: FileOffer | undefined): BaseMap | null => {
  const { id, url, attribution, min_zoom, max_zoom, night } = values;
  const common = { id, name: null };
  if (values.kind === 'url') {
    const tiles = `/api/userconfig/base_maps/preview/?url=${encodeURIComponent(url.trim())}&z={z}&x={x}&y={y}`;
    return { ...common, tiles, attribution, min_zoom, max_zoom, night };
  }
  if (!file || 'problem' in file) return null;
  const { schema, ...tiles } = file;
  return schema === null ? { ...common, ...tiles, night } : { ...common, ...tiles, schema };
};

/** Shows what the form describes when it is asked for, and says why a server gives nothing. */
export function BaseMapPreview({ values, file }: { values: BaseMapValues; file: FileOffer | undefined }) {
  const t = useTranslations('account.baseMaps');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [preview, setPreview] = useState<{ key: string; error: unknown; base: BaseMap | null } | null>(null);
  const key = JSON.stringify([values.kind, values.url, values.file, values.min_zoom, values.max_zoom, values.night]);
  const handlePreview = async () => {
    setBusy(true);
    const query = { url: values.url.trim(), ...tileOfCentre(Math.max(values.min_zoom, 5)) };
    const error: unknown =
      values.kind === 'url'
        ? await call(api.customer.previewBaseMap, { query }).then(
            () => null,
            (failure: unknown) => failure,
          )
        : null;
    setPreview({ key, error, base: error ? null : baseOf(values, file) });
    setBusy(false);
  };
  const isEmpty = values.kind === 'url' ? values.url.trim() === '' : values.file === '';
  const current = preview?.key === key ? preview : null;
  return (
    <div className={classes.preview}>
      <Button variant="default" disabled={isEmpty} loading={isBusy} onClick={() => void handlePreview()}>
        {t('preview')}
      </Button>
      {Boolean(current?.error) && <Callout kind="refusal">{errorText(current?.error)}</Callout>}
      {current?.base && (
        <div className={classes.map}>
          <PlainMap label={t('preview')} sets={NO_SETS} base={current.base} extent={IRAN} />
        </div>
      )}
    </div>
  );
}
