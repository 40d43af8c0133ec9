// The rows that did not come in: the first of them with their reason, all of them as a file.
'use client';
import { Button, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { api } from '@/contract/index';
import type { Job } from '@/contract/schemas/upload';
import { addressOf } from '@/lib/api/client';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './run-step.module.css';

const CODE = /^[a-z_]+$/;

/** Nothing where nothing was refused. */
export function Rejects({ job }: { job: Job }) {
  const t = useTranslations('layerBuilder.rejects');
  const { number, digits } = useFormat();
  // Reasons that the server leaves as codes are worded here; its own sentences stand as they are.
  const reasonText = (reason: string) => {
    const key = `reasons.${reason}` as 'reasons.bad_row';
    return CODE.test(reason) && t.has(key) ? t(key) : reason;
  };
  if (job.rejected === 0) return null;
  return (
    <div className={classes.rejects}>
      <div className={classes.rejectsHead}>
        <h3 className={classes.rejectsTitle}>{t('title', { n: number(job.rejected), count: job.rejected })}</h3>
        <Button
          component="a"
          href={addressOf(api.uploads.rejects, { params: { id: job.id } })}
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('download')}
        </Button>
      </div>
      {job.rejects.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.scroll} tabIndex={0} aria-label={t('list')}>
          <Table fz="sm" verticalSpacing={4} withRowBorders>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={88}>{t('row')}</Table.Th>
                <Table.Th>{t('reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {job.rejects.map(({ row, reason }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a finished list that never changes its order
                <Table.Tr key={i}>
                  <Table.Td>{row > 0 ? digits(row) : t('several')}</Table.Td>
                  <Table.Td>
                    <bdi>{reasonText(reason)}</bdi>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {job.rejects.length > 0 && job.rejects.length < job.rejected && (
        <p className={classes.hint}>{t('first', { n: number(job.rejects.length) })}</p>
      )}
    </div>
  );
}
