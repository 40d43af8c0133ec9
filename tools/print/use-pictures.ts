// The pictures that a page has besides its map: the logo, and the legends of map services.
'use client';
import { useEffect, useState } from 'react';
import type { Rgba } from '@/map/print/pdf';

interface PagePicture {
  canvas: HTMLCanvasElement;
  pixels: Rgba;
}
export type Pictures = ReadonlyMap<string, PagePicture>;

/** A picture, decoded; null where it cannot be had. */
const loadPicture = (address: string): Promise<PagePicture | null> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onerror = () => resolve(null);
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const pen = canvas.getContext('2d');
      if (!pen || canvas.width === 0) return resolve(null);
      pen.drawImage(image, 0, 0);
      const { width, height, data } = pen.getImageData(0, 0, canvas.width, canvas.height);
      resolve({ canvas, pixels: { width, height, data } });
    };
    image.src = address;
  });

/** The pictures at these addresses by their names, as they come. */
export const usePictures = (addresses: Readonly<Record<string, string>>): Pictures => {
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
