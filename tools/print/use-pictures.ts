// The pictures that a page has besides its map: the logo, and the legends of map services.
'use client';
import { useEffect, useState } from 'react';
import { legendAddress } from '@/contract/ogc';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { LegendPicture } from '@/map/print/facts';
import { loadPicture, type PagePicture } from '@/map/print/load-picture';
import type { MapLayer } from '@/map/types';
import type { PrintSettings } from './settings';

export type Pictures = ReadonlyMap<string, PagePicture>;

/** The pictures at these addresses by their names, as they come. */
const usePictures = (addresses: Readonly<Record<string, string>>): Pictures => {
  const [pictures, setPictures] = useState<Pictures>(new Map());
  const addressesKey = JSON.stringify(addresses);
  useEffect(() => {
    setPictures(new Map());
    let isStopped = false;
    for (const [name, address] of Object.entries(JSON.parse(addressesKey) as Record<string, string>))
      void loadPicture(address).then((picture) => {
        if (picture && !isStopped) setPictures((now) => new Map(now).set(name, picture));
      });
    return () => {
      isStopped = true;
    };
  }, [addressesKey]);
  return pictures;
};

export const LOGO = 'logo';
const legendName = (layer: number) => `legend-${layer}`;

/** The legend that a map service draws of a layer, once it is here. */
export const servicePicture = (pictures: Pictures, layer: number): LegendPicture | undefined => {
  const pixels = pictures.get(legendName(layer))?.pixels;
  return pixels && { name: legendName(layer), width: pixels.width, height: pixels.height };
};

/** The logo, the layers' own markers, and the legends that map services draw of themselves. */
export const useLegendPictures = (
  { parts }: Pick<PrintSettings, 'parts'>,
  layers: readonly MapLayer[],
  logo: string | null | undefined,
): Pictures => {
  const inLegend = parts.legend ? layers.filter(({ visible }) => visible) : [];
  const markers = inLegend.flatMap(({ marker }) => marker ?? []);
  const services = inLegend.filter(({ type }) => type === LAYER_TYPES.wms);
  return usePictures({
    ...(parts.logo && logo ? { [LOGO]: logo } : {}),
    ...Object.fromEntries(markers.map((address) => [address, address])),
    ...Object.fromEntries(services.map(({ id }) => [legendName(id), legendAddress(id)])),
  });
};
