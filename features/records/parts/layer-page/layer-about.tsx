// What a layer is: whose, how large, where it came from, its fields, and how its form has changed.
'use client';
import { Badge, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ErrorState, ListSkeleton } from '@/components/feedback/states';
import { useSizeText } from '@/components/fields/use-size-text';
import { Num } from '@/components/num';
import { api } from '@/contract';
import { hasNoValue } from '@/contract/fields';
import type { Layer } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './layer-page.module.css';

/** Parts of a layer's source that say something to people, in their order. */
const SOURCE_PARTS = ['file', 'dataset', 'schema', 'table', 'url', 'name', 'srid', 'encoding'] as const;
/** Versions of the form that stand here; the form's own screen has all. */
const MAX_VERSIONS = 5;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Facts({ layer }: { layer: Layer }) {
  const t = useTranslations('layerPage.about');
  const kinds = useTranslations('layers.kinds');
  const { date } = useFormat();
  const size = useSizeText();
  const { owner, modified_user, config, create_date, modified_date, bytes } = layer;
  return (
    <dl className={classes.facts}>
      <Fact label={t('type')}>{kinds(String(layer.type) as '1')}</Fact>
      <Fact label={t('id')}>
        <Num value={layer.id} />
      </Fact>
      <Fact label={t('count')}>
        <Num value={layer.record_count} />
      </Fact>
      {bytes != null && <Fact label={t('size')}>{size(bytes)}</Fact>}
      <Fact label={t('owner')}>{owner ? <bdi>{personName(owner)}</bdi> : t('nobody')}</Fact>
      {create_date && <Fact label={t('created')}>{date(create_date, 'datetime')}</Fact>}
      {modified_date && (
        <Fact label={t('modified')}>
          {date(modified_date, 'datetime')}
          {modified_user && (
            <>
              {' · '}
              <bdi>{personName(modified_user)}</bdi>
            </>
          )}
        </Fact>
      )}
      <Fact label={t('supervised')}>
        {t(config.supervised ? (config.second_approval ? 'twice' : 'once') : 'never')}
      </Fact>
    </dl>
  );
}

function Source({ source }: { source: Layer['config']['source'] }) {
  const t = useTranslations('layerPage.about.source');
  const parts = SOURCE_PARTS.filter((part) => source[part] !== undefined && source[part] !== null);
  if (parts.length === 0) return <p className={classes.dim}>{t('none')}</p>;
  return (
    <dl className={classes.facts}>
      {parts.map((part) => (
        <Fact key={part} label={t(part)}>
          <bdi>{String(source[part])}</bdi>
        </Fact>
      ))}
    </dl>
  );
}

/** What a superuser reads of the index on a field; null for others, and until it is known. */
function useIndexText(layer: number): ((field: string) => string) | null {
  const t = useTranslations('layerPage.about');
  const size = useSizeText();
  const { date } = useFormat();
  const enabled = useMay('superuser');
  const { data } = useRead(api.layerForms.indexes, { params: { id: layer } }, { enabled });
  if (!data) return null;
  return (name) => {
    const index = data.find(({ field }) => field === name);
    if (!index) return '';
    if (!index.serves) return t('indexFollows');
    return index.used ? t('indexUsed', { size: size(index.bytes), day: date(index.used) }) : size(index.bytes);
  };
}

function Fields({ layer }: { layer: Layer }) {
  const t = useTranslations('layerPage.about');
  const { form } = layer.config;
  const indexOf = useIndexText(layer.id);
  const kinds = useTranslations('formStudio.kinds');
  const fields = form.filter((field) => !hasNoValue(field));
  if (fields.length === 0) return <p className={classes.dim}>{t('noFields')}</p>;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('kind')}</Table.Th>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th>{t('rules')}</Table.Th>
            {indexOf && <Table.Th>{t('index')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field.name}>
              <Table.Td>
                <bdi>{field.label}</bdi>
              </Table.Td>
              <Table.Td>{kinds(field.type)}</Table.Td>
              <Table.Td>
                <bdi>{field.name}</bdi>
              </Table.Td>
              <Table.Td>
                {field.required && <Badge variant="light">{t('required')}</Badge>}{' '}
                {field.unique && (
                  <Badge variant="light" color="gray">
                    {t('unique')}
                  </Badge>
                )}
              </Table.Td>
              {indexOf && <Table.Td>{indexOf(field.name)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Versions({ layer }: { layer: number }) {
  const t = useTranslations('layerPage.about');
  const { date, number } = useFormat();
  const read = useRead(api.layerForms.versions, { params: { id: layer } });
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={2} />;
  return (
    <ol className={classes.versions}>
      {read.data.slice(0, MAX_VERSIONS).map(({ number: n, at, person, changes }) => (
        <li key={n}>
          <strong>{t('version', { n: number(n) })}</strong> <time dateTime={at}>{date(at, 'datetime')}</time>
          {person && (
            <>
              {' · '}
              <bdi>{personName(person)}</bdi>
            </>
          )}
          {' · '}
          {t('changes', { count: changes.length, n: number(changes.length) })}
        </li>
      ))}
    </ol>
  );
}

export default function LayerAbout({ layer }: { layer: Layer }) {
  const t = useTranslations('layerPage.about');
  const readsVersions = useMay(api.layerForms.versions.needs) && layer.rights.manage;
  return (
    <div className={classes.about}>
      <section aria-label={t('title')}>
        <h2>{t('title')}</h2>
        <Facts layer={layer} />
      </section>
      <section aria-label={t('sourceTitle')}>
        <h2>{t('sourceTitle')}</h2>
        <Source source={layer.config.source} />
      </section>
      <section aria-label={t('fields')}>
        <h2>{t('fields')}</h2>
        <Fields layer={layer} />
      </section>
      {readsVersions && (
        <section aria-label={t('versions')}>
          <h2>{t('versions')}</h2>
          <Versions layer={layer.id} />
        </section>
      )}
    </div>
  );
}
