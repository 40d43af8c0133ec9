// The page beside the row `records`: twenty-five records of one call in a table of the same kit, and nothing else.
import { MantineProvider, Table } from '@mantine/core';
import '@mantine/core/styles.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

const ROWS = 25;

interface Row {
  id: number;
  value: Record<string, unknown>;
}

function BareTable() {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    const layer = new URLSearchParams(location.search).get('layer');
    void fetch(`/api/layerdata/?layer=${layer}&limit=${ROWS}`).then(async (answer) => {
      setRows(((await answer.json()) as { results: Row[] }).results);
    });
  }, []);
  return (
    <Table>
      <Table.Tbody>
        {rows.map(({ id, value }) => (
          <Table.Tr key={id} aria-selected={false}>
            <Table.Td>{id}</Table.Td>
            {Object.entries(value).map(([name, one]) => (
              <Table.Td key={name}>{String(one)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <MantineProvider>
      <BareTable />
    </MantineProvider>,
  );
