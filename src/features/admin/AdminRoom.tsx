// The frame of the admin area: tabs, search, and the admins' own pages. The work begins at the top of the page.
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useCallback, useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  AUDIT_SORTS,
  COMMENT_SORTS,
  EVIDENCE_SORTS,
  REPORT_SORTS,
  TRACK_SORTS,
  USER_SORTS,
} from '../../../api/contract/tableSorts.ts';
import { adminMessages } from '../../lib/messages/admin.ts';
import { evidenceMessages } from '../../lib/messages/evidence.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, languageOf, messages } from '../../lib/messages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AuditView } from './AuditView.tsx';
import styles from './admin.module.css';
import { BulkTools } from './BulkTools.tsx';
import { CommentsTable } from './CommentsTable.tsx';
import type { TableProps } from './columns.tsx';
import { overviewAtom } from './overview.ts';
import { ReportFilters, ReportsTable } from './ReportsTable.tsx';
import { SearchBox } from './SearchBox.tsx';
import { UploadsTable } from './UploadsTable.tsx';
import { UsersTable } from './UsersTable.tsx';

const EvidenceView = latePart(
  async () => (await import('./EvidenceView.tsx')).EvidenceView,
  ({ onRetry }) => (
    <div role="alert">
      <StateCard kind="error" title={messages.shell.pageFailed} text={messages.shell.pageFailedText}>
        <Button onClick={onRetry}>{messages.shell.retry}</Button>
      </StateCard>
    </div>
  ),
);

/** State of the admin area in the URL: tab, search, account, sort order. */
const TABS = ['uploads', 'users', 'comments', 'reports', 'queue', 'statistics', 'evidence'] as const;
/** In addition to the tabs, pages that an admin opens by a button. */
const PLACES = [...TABS, 'audit', 'tools'] as const;
type Place = (typeof PLACES)[number];

/** Tables that the search filters; the other pages show everything. */
const isTable = (place: Place): boolean => !['queue', 'statistics', 'tools', 'evidence'].includes(place);

interface View {
  place: Place;
  search: string;
  /** Account id. */
  user: string | null;
  sort: string | null;
  direction: 'asc' | 'desc';
  /** Filters of the reports. */
  category: string | null;
  status: string | null;
}

function viewOf(params: URLSearchParams): View {
  return {
    place: PLACES.find((place) => place === params.get('tab')) ?? 'uploads',
    search: params.get('q') ?? '',
    user: params.get('user'),
    sort: params.get('sort'),
    direction: params.get('dir') === 'asc' ? 'asc' : 'desc',
    category: params.get('category'),
    status: params.get('status'),
  };
}

const NAMES: Record<keyof View, string> = {
  place: 'tab',
  search: 'q',
  user: 'user',
  sort: 'sort',
  direction: 'dir',
  category: 'category',
  status: 'status',
};

/** `go` writes a change into the URL: a new history entry for another page or account, the same one otherwise. */
function useView(): { view: View; go: (change: Partial<View>) => void } {
  const [params, setParams] = useSearchParams();
  const go = useCallback(
    (change: Partial<View>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          // Every table has its own columns.
          const all =
            change.place === undefined
              ? change
              : { sort: null, direction: 'desc' as const, category: null, status: null, ...change };
          for (const [name, value] of Object.entries(all) as [keyof View, string | null][]) {
            const isUsual = value === null || value === '' || (name === 'direction' && value === 'desc');
            if (isUsual) next.delete(NAMES[name]);
            else next.set(NAMES[name], value);
          }
          return next;
        },
        { replace: change.place === undefined && change.user === undefined },
      ),
    [setParams],
  );
  return { view: viewOf(params), go };
}

interface AdminRoomProps {
  isAdmin: boolean;
  /** The viewer's account. */
  ownId: string;
  onSignOut: () => void;
  queue: ReactNode;
  statistics: ReactNode;
}

const words = adminMessages;

export function AdminRoom({ isAdmin, ownId, onSignOut, queue, statistics }: AdminRoomProps) {
  const { view, go } = useView();
  const panel = useId();
  const { counts } = useAtomValue(overviewAtom);
  const dot = (n: number, label: string) =>
    n > 0 ? <span className={styles.dot} role="img" aria-label={fill(label, { n })} /> : null;
  const marks: Partial<Record<Place, ReactNode>> = {
    queue: dot(counts?.pendingUploads ?? 0, words.waiting),
    reports: dot(counts?.urgentReports ?? 0, words.urgentWaiting),
  };
  const choices = TABS.filter((value) => isAdmin || value !== 'evidence').map((value) => {
    const label = labelOf(value);
    const lang = languageOf(label);
    return { value, label, ...(lang ? { lang } : {}), mark: marks[value] ?? null };
  });
  const open = (place: Place) => go({ place });
  const adminPlace = (place: 'audit' | 'tools', label: string) => (
    <Button
      kind="bare"
      aria-pressed={view.place === place}
      onClick={() => open(view.place === place ? 'uploads' : place)}
    >
      {label}
    </Button>
  );
  const onPerson = useCallback((user: string) => go({ user }), [go]);
  const table = <Sort extends string>(sorts: readonly [Sort, ...Sort[]]): TableProps<Sort> => {
    const by = sorts.find((sort) => sort === view.sort) ?? sorts[0];
    const { search, user, direction } = view;
    return {
      query: { ...(search && { search }), ...(user !== null && { user }), sort: by, direction },
      sort: { by, direction, onSort: (sort, next) => go({ sort, direction: next }) },
      onPerson,
    };
  };
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.heading}>{words.title}</h1>
        <div className={styles.headActions}>
          <Link to={paths.upload()} className={buttonClass('bare')}>
            <Icon name="plus" size={18} />
            {moderationMessages.admin.newPost}
          </Link>
          {isAdmin && adminPlace('audit', words.audit)}
          {isAdmin && adminPlace('tools', words.tools)}
          <Button kind="bare" needsServer onClick={onSignOut}>
            {words.signOut}
          </Button>
        </div>
      </header>
      <Tabs
        label={words.tabs}
        choices={choices}
        value={view.place as (typeof TABS)[number]}
        onChange={open}
        panelId={panel}
      />
      {isTable(view.place) && (
        <SearchBox
          search={view.search}
          user={view.user}
          onSearch={(search) => go({ search })}
          onAllAccounts={() => go({ user: null })}
        >
          {view.place === 'reports' && <ReportFilters filters={view} onFilter={go} />}
        </SearchBox>
      )}
      <div id={panel} role="tabpanel" className={styles.panel} aria-label={labelOf(view.place)}>
        {view.place === 'queue' && queue}
        {view.place === 'statistics' && statistics}
        {view.place === 'uploads' && <UploadsTable {...table(TRACK_SORTS)} ownId={ownId} />}
        {view.place === 'users' && <UsersTable {...table(USER_SORTS)} isAdmin={isAdmin} ownId={ownId} />}
        {view.place === 'comments' && <CommentsTable {...table(COMMENT_SORTS)} />}
        {view.place === 'reports' && (
          <ReportsTable {...table(REPORT_SORTS)} isAdmin={isAdmin} filters={view} />
        )}
        {view.place === 'evidence' && isAdmin && <EvidenceView {...table(EVIDENCE_SORTS)} />}
        {view.place === 'audit' && isAdmin && <AuditView {...table(AUDIT_SORTS)} />}
        {view.place === 'tools' && isAdmin && <BulkTools />}
      </div>
    </>
  );
}

function labelOf(place: Place): string {
  if (place === 'evidence') return evidenceMessages.title;
  return place === 'audit' || place === 'tools' ? words[place] : moderationMessages.admin[place];
}
