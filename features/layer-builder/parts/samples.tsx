// Values from the file, each in its own direction, so that numbers and Persian words stand in one line in order.
import { Fragment } from 'react';

const SHOWN = 3;

/** The first few of them. */
export const Samples = ({ of }: { of: readonly string[] }) =>
  of.slice(0, SHOWN).map((sample, i) => (
    <Fragment key={sample}>
      {i > 0 && ' · '}
      <bdi>{sample}</bdi>
    </Fragment>
  ));
