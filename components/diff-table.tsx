// Two states of one thing, field by field; where they are offered for a choice, one of them is taken for each field.
'use client';
import { Radio, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './diff-table.module.css';

export interface DiffRow {
  id: string;
  label: string;
  before: ReactNode;
  after: ReactNode;
}

export interface DiffTableProps {
  label: string;
  /** Headings of the three columns. */
  heads: { field: string; before: string; after: string };
  rows: readonly DiffRow[];
  /** Which side is taken of each row; without it nothing is to be chosen. */
  picks?: Readonly<Record<string, 'before' | 'after'>>;
  onPick?: (id: string, side: 'before' | 'after') => void;
}

const SIDES = ['before', 'after'] as const;

export function DiffTable({ label, heads, rows, picks, onPick }: DiffTableProps) {
  return (
    <div className={classes.frame}>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{heads.field}</Table.Th>
            {SIDES.map((side) => (
              <Table.Th key={side} scope="col">
                {heads[side]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Th scope="row">
                <bdi>{row.label}</bdi>
              </Table.Th>
              {SIDES.map((side) => (
                <Table.Td key={side} data-side={side} data-picked={picks?.[row.id] === side || undefined}>
                  {picks && onPick ? (
                    <Radio
                      name={`diff-${row.id}`}
                      label={<bdi>{row[side]}</bdi>}
                      checked={picks[row.id] === side}
                      onChange={() => onPick(row.id, side)}
                    />
                  ) : (
                    <bdi>{row[side]}</bdi>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
