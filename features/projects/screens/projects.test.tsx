// The screens of projects, as a manager makes one, staffs it, and leads it, and as a member works in it.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { ProjectDetailsScreen } from './project-details';
import { ProjectEditorScreen } from './project-editor';
import { ProjectSupervisionScreen } from './project-supervision';
import { ProjectsScreen } from './projects';

const NoRecords = () => null;
const api = (as: string, method: string, path: string, body?: unknown) => world.call(as, method, `/api/${path}`, body);
let people: Record<string, number>;

/** A project of the editor, judged by whoever is named. */
async function create(more: object = {}) {
  const ids = await world.ids();
  const parts = { layers: [ids.layer], region: ids.region, members: [people.editor], supervisors: [people.super], approvals: 1 }; // biome-ignore format: one project
  return (await api('super', 'POST', 'project/', { name: 'برداشت', ...parts, ...more })).body;
}

describe('the screens of projects', () => {
  beforeAll(async () => {
    const { body } = await api('super', 'GET', 'users/get_all/');
    people = Object.fromEntries(body.map(({ id, username }: { id: number; username: string }) => [username, id]));
  });
  afterEach(resetScreen);
  afterAll(closeWorld);

  it('list projects and move one by a verb of its own from the board', async () => {
    const project = await create({ name: 'تخته' });
    const { user, t, writes } = await renderScreen((who) => <ProjectsScreen who={who} />, { role: 'super', path: '/app/projects' }); // biome-ignore format: one screen
    expect(await screen.findByRole('rowheader', { name: 'تخته' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: t('projects.faces.grid') }));
    const draft = await screen.findByRole('region', { name: 'پیش‌نویس' });
    await user.click(within(draft).getByRole('button', { name: t('common.list.acts', { name: 'تخته' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('projects.steps.1_2') }));
    // The layer is not supervised: that is asked, and accepted.
    const dialog = await screen.findByRole('dialog', { name: t('projects.steps.startTitle', { name: 'تخته' }) });
    expect(within(dialog).getByRole('listitem').textContent).toContain('شهرها');
    await user.click(within(dialog).getByRole('button', { name: t('projects.steps.1_2') }));
    const running = await screen.findByRole('region', { name: 'در حال انجام' });
    await within(running).findByText('تخته');
    expect(writes().find(({ method }) => method === 'PATCH')).toMatchObject({
      path: `project/${project.id}/`,
      body: { state: 2, accept: true },
    });
    await user.click(screen.getByRole('radio', { name: t('projects.faces.list') }));
  });

  it('say what keeps a draft from starting, and send nothing', async () => {
    const project = await create({ name: 'خالی', members: [], layers: [] });
    const { t, writes } = await renderScreen(
      (who) => <ProjectDetailsScreen id={project.id} who={who} Records={NoRecords} />,
      { role: 'super', path: `/app/project-details/${project.id}` },
    );
    expect(await screen.findByText('پروژه لایه‌ای ندارد.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('projects.steps.1_2') })).toBeNull();
    expect(writes()).toEqual([]);
  });

  it('make a project, refuse a member as its supervisor, and keep nothing else', async () => {
    const { user, t, writes } = await renderScreen(<ProjectEditorScreen id={null} />, { role: 'super', path: '/app/project/new' }); // biome-ignore format: one screen
    await user.type(await screen.findByRole('textbox', { name: t('projects.form.name') }), 'پروژه نو');
    const pick = async (label: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
      await user.keyboard('{Escape}');
    };
    await pick(t('projects.form.members'), 'editor');
    await pick(t('projects.form.region'), 'تهران');
    await user.click(screen.getByRole('button', { name: t('projects.form.create') }));
    await waitFor(() =>
      expect(writes().at(-1)).toMatchObject({
        path: 'project/',
        status: 200,
        body: { name: 'پروژه نو', members: [people.editor], approvals: 1 },
      }),
    );
  });

  it('let a member take a cell, and tell how far the project is', async () => {
    const project = await create({ name: 'خانه‌ها' });
    await api('super', 'POST', `project/${project.id}/task/`, { kind: 'grid', size: 60_000 });
    await api('super', 'PATCH', `project/${project.id}/`, { state: 2, accept: true });
    const { user, t, writes } = await renderScreen(
      (who) => <ProjectDetailsScreen id={project.id} who={who} Records={NoRecords} />,
      { role: 'editor', path: `/app/project-details/${project.id}?tab=map` },
    );
    const list = await screen.findByRole('list', { name: t('projects.tasks.label') });
    expect(within(list).getAllByRole('listitem').length).toBe(4);
    await user.click(within(list).getByRole('button', { name: t('projects.tasks.actsOf', { name: '۱' }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('projects.tasks.acts.take') }));
    await waitFor(() => expect(writes().at(-1)).toMatchObject({ status: 200, body: { act: 'take' } }));
    await within(list).findByText(t('projects.tasks.states.taken'));
    await user.click(screen.getByRole('tab', { name: t('projects.tabs.progress') }));
    expect(await screen.findByText(t('projects.progress.noPace', { n: '۱' }))).toBeTruthy();
  });

  it('lead from the people of a project to a chat with each of the others', async () => {
    const project = await create({ name: 'گفتگو' });
    const { t } = await renderScreen((who) => <ProjectDetailsScreen id={project.id} who={who} Records={NoRecords} />, {
      role: 'super',
      path: `/app/project-details/${project.id}?tab=members`,
    });
    const table = await screen.findByRole('table', { name: t('projects.members.label') });
    const [link, ...others] = await within(table).findAllByRole('link');
    expect(link?.getAttribute('href')).toBe(`/app/chat?with=${people.editor}`);
    // Nobody writes to themselves.
    expect(others).toEqual([]);
  });

  it('lead to the chat of the project whoever may chat', async () => {
    const { id } = await create({ name: 'اتاق' });
    for (const isOffered of [true, false]) {
      const { t } = await renderScreen(
        (who) => <ProjectDetailsScreen id={id} who={isOffered ? who : null} Records={NoRecords} />,
        { role: 'super', path: `/app/project-details/${id}` },
      );
      await screen.findByRole('tab', { name: t('projects.tabs.members') });
      const link = () => screen.queryByRole('link', { name: t('projects.members.talk') })?.getAttribute('href');
      await waitFor(() => expect(link()).toBe(isOffered ? `/app/chat?room=${id}` : undefined));
      cleanup();
    }
  });

  it('lead back to the list from a project that is not theirs', async () => {
    const { t } = await renderScreen((who) => <ProjectDetailsScreen id={999_999} who={who} Records={NoRecords} />, {
      role: 'viewer',
      path: '/app/project-details/999999',
    });
    expect(await screen.findByText(t('projects.gone'))).toBeTruthy();
  });

  it('show what waits for a verdict, and give one with its reason', async () => {
    const project = await create({ name: 'داوری' });
    await api('super', 'PATCH', `project/${project.id}/`, { state: 2, accept: true });
    await api('editor', 'PATCH', `project/${project.id}/`, { state: 3 });
    const { user, t, writes, pressAct } = await renderScreen(
      (who) => <ProjectSupervisionScreen who={who} isSecond={false} />,
      { role: 'super', path: '/app/project-supervision' },
    );
    expect(await screen.findByRole('rowheader', { name: 'داوری' })).toBeTruthy();
    await pressAct('داوری', t('projects.steps.3_6'));
    const dialog = await screen.findByRole('dialog', { name: t('projects.steps.returnTitle', { name: 'داوری' }) });
    await user.type(within(dialog).getByRole('textbox'), 'کامل نیست');
    await user.click(within(dialog).getByRole('button', { name: t('projects.steps.3_6') }));
    await waitFor(() =>
      expect(writes().at(-1)).toMatchObject({ status: 200, body: { state: 6, reason: 'کامل نیست' } }),
    );
    await screen.findByText(t('projects.supervision.emptyTitle'));
  });
});
