// What of ours a message leads to, as its reader may see it.
'use client';
import { IconBriefcase, IconLock, IconMap, IconMapPin, IconStack2, IconTable } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import type { Target } from '../../logic/links';
import classes from '../messages.module.css';

const ICON = { size: 18, stroke: 1.6 } as const;
const FRESH = { staleTime: 60_000 };

interface CardProps {
  icon: ReactNode;
  kind: string;
  title: string | null;
  href: string;
  isClosed: boolean;
}

function Card({ icon, kind, title, href, isClosed }: CardProps) {
  const t = useTranslations('messages.chat');
  const body = (
    <>
      {isClosed ? <IconLock {...ICON} /> : icon}
      <span className={classes.cardText}>
        <bdi>{isClosed ? t('cardClosed') : (title ?? kind)}</bdi>
        <span className={classes.dim}>{kind}</span>
      </span>
    </>
  );
  return isClosed ? (
    <span className={classes.linkCard}>{body}</span>
  ) : (
    <Link className={classes.linkCard} href={href} prefetch={false}>
      {body}
    </Link>
  );
}

function RecordCard({ layer, record, href }: Extract<Target, { kind: 'record' }>) {
  const t = useTranslations('messages.chat');
  const { digits } = useFormat();
  const read = useRead(api.records.one, { params: { id: record } }, FRESH);
  const layers = useRead(api.layers.one, { params: { id: layer } }, { ...FRESH, enabled: read.data !== undefined });
  const kind = layers.data ? t('cardRecordOf', { layer: layers.data.label }) : t('cardRecord');
  const title = t('cardRecordId', { id: digits(record) });
  return <Card icon={<IconMapPin {...ICON} />} kind={kind} title={title} href={href} isClosed={read.isError} />;
}

function LayerCard({ layer, href }: Extract<Target, { kind: 'layer' }>) {
  const t = useTranslations('messages.chat');
  const read = useRead(api.layers.one, { params: { id: layer } }, FRESH);
  const title = read.data?.label ?? null;
  return <Card icon={<IconStack2 {...ICON} />} kind={t('cardLayer')} title={title} href={href} isClosed={read.isError} />; // biome-ignore format: one card
}

function ViewCard({ view, layer, href }: Extract<Target, { kind: 'view' }>) {
  const t = useTranslations('messages.chat');
  const read = useRead(api.layerViews.one, { params: { id: view } }, FRESH);
  const layers = useRead(api.layers.one, { params: { id: layer } }, { ...FRESH, enabled: read.data !== undefined });
  const kind = layers.data ? t('cardViewOf', { layer: layers.data.label }) : t('cardView');
  const title = read.data?.name ?? null;
  // A view of another layer is none of this one.
  const isClosed = read.isError || (read.data !== undefined && read.data.layer !== layer);
  return <Card icon={<IconTable {...ICON} />} kind={kind} title={title} href={href} isClosed={isClosed} />;
}

/** Where the map stands then, how many layers it shows, and how many of these the reader has not. */
function MapCard({ center, layers, href }: Extract<Target, { kind: 'map' }>) {
  const t = useTranslations('messages.chat');
  const { coordinates, number } = useFormat();
  const count = layers.length;
  const open = useRead(api.layers.simple, {}, { ...FRESH, enabled: count > 0 }).data;
  const missing = open ? layers.filter((id) => !open.some((layer) => layer.id === id)).length : 0;
  const parts = [
    t('cardMap'),
    count > 0 && t('cardMapLayers', { n: number(count), count }),
    missing > 0 && t('cardMapMissing', { n: number(missing), count: missing }),
  ];
  const title = center ? coordinates(`${center[1].toFixed(4)}, ${center[0].toFixed(4)}`) : null;
  return <Card icon={<IconMap {...ICON} />} kind={parts.filter(Boolean).join(' · ')} title={title} href={href} isClosed={false} />; // biome-ignore format: one card
}

function ProjectCard({ project, href }: Extract<Target, { kind: 'project' }>) {
  const t = useTranslations('messages.chat');
  const read = useRead(api.projects.one, { params: { id: project } }, FRESH);
  const title = read.data?.name ?? null;
  return <Card icon={<IconBriefcase {...ICON} />} kind={t('cardProject')} title={title} href={href} isClosed={read.isError} />; // biome-ignore format: one card
}

export function LinkCard({ target }: { target: Target }) {
  switch (target.kind) {
    case 'record':
      return <RecordCard {...target} />;
    case 'view':
      return <ViewCard {...target} />;
    case 'layer':
      return <LayerCard {...target} />;
    case 'project':
      return <ProjectCard {...target} />;
    case 'map':
      return <MapCard {...target} />;
  }
}
