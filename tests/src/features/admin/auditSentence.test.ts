// The audit log in words: every action that the server logs has a sentence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_RULES } from '../../../../api/contract/defaultRules.ts';
import type { AuditTableRow } from '../../../../api/contract/overview.ts';
import { auditDetails, auditSentence } from '../../../../src/features/admin/auditSentence.ts';
import { auditMessages } from '../../../../src/lib/messages/audit.ts';

/** Sources that write to the log. */
const sources = readdirSync('api', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join('api', file), 'utf8'))
  .filter((text) => /\.audit\(|appendAudit\(|takeDownForRule\(/.test(text));

/** Literal names in entries, and in calls of functions that take the name of the logged action. */
const logged = new Set(
  sources.flatMap((text) =>
    [
      ...text.matchAll(/\baction(?: =|:) '(\w+)'/g),
      ...text.matchAll(/\b(?:entryOf|createDemoData)\((?:context, )?'(\w+)'/g),
      ...text.matchAll(/closeEdit\([^;]*?'(\w+)'/g),
    ].map(([, name]) => name ?? ''),
  ),
);

test('the search finds what the server logs', () => {
  for (const name of [
    'deleteTrack',
    'setAutoApproveStatus',
    'rejectUpload',
    'getEvidence',
    'forceAddHollaTracks',
    'ensureAdmin',
  ])
    expect(logged).toContain(name);
  expect(logged.size).toBeGreaterThanOrEqual(24);
});

test.each([...logged])('%s has a sentence', (name) => {
  expect(Object.keys(auditMessages.sentences)).toContain(name);
});

const row = (change: Partial<AuditTableRow>): AuditTableRow => ({
  id: '1',
  position: 1,
  at: '2026-11-22T10:00:00Z',
  actorId: 'me',
  actorName: 'me',
  action: 'setAutoApproveStatus',
  targetType: 'setting',
  targetId: 'auto_approve',
  targetName: null,
  ownerName: null,
  detail: [],
  hash: 'ab',
  ...change,
});

test.each([
  [
    row({
      detail: [
        { name: 'from', value: 'false' },
        { name: 'to', value: 'true' },
      ],
    }),
    'Switched automatic approval on (it was off)',
    '',
  ],
  [
    row({
      action: 'rejectUpload',
      targetType: 'upload',
      targetName: 'Rain',
      ownerName: 'ada',
      detail: [
        { name: 'rule', value: 'adults' },
        { name: 'reason', value: 'A child' },
        { name: 'ownerId', value: 'id-of-ada' },
        { name: 'heard', value: 'listened' },
        { name: 'heardSeconds', value: '12' },
      ],
    }),
    'Rejected “Rain” by ada',
    'Rule: Nur Erwachsene. Reason: A child. Heard: listened. 12 s heard',
  ],
  [
    row({
      action: 'answerAppeal',
      targetType: 'report',
      targetName: 'Rain',
      detail: [
        { name: 'outcome', value: 'accepted' },
        { name: 'restored', value: 'true' },
      ],
    }),
    'Answered the appeal about “Rain”: accepted',
    'Restored: yes',
  ],
  [row({ action: 'deleteUser', targetType: 'account' }), 'Deleted an account', ''],
  [
    row({ action: 'deleteTrack', targetType: 'track' }),
    'Took down an erased recording by a deleted account',
    '',
  ],
  [row({ action: 'ofANewerVersion' }), 'Did “ofANewerVersion”', ''],
])('entry %# is a sentence with names and values', (entry, sentence, details) => {
  expect([auditSentence(entry), auditDetails(entry, DEFAULT_RULES)]).toEqual([sentence, details]);
});

test('a rule that is no longer in the list is shown by its id', () => {
  const entry = row({ action: 'rejectUpload', detail: [{ name: 'rule', value: 'of-last-year' }] });
  expect(auditDetails(entry, DEFAULT_RULES)).toBe('Rule: of-last-year');
  expect(auditDetails(entry, null)).toBe('Rule: of-last-year');
});

test('a reason that only repeats the rule is said once', () => {
  const [rule] = DEFAULT_RULES.rules;
  const detail = [
    { name: 'rule', value: rule?.id ?? '' },
    { name: 'reason', value: rule?.title ?? '' },
  ];
  expect(auditDetails(row({ action: 'rejectUpload', detail }), DEFAULT_RULES)).toBe(`Rule: ${rule?.title}`);
});
