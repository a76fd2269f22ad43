// What an instance publishes about itself: limits, proof of work, retention, the operator.
import { afterEach, describe, expect, it } from 'vitest';
import type { ConfigView } from '../../api/contract/configuration.ts';
import { readEnv } from '../../api/env.ts';
import { callAction, visitor } from '../support/server/publish.ts';
import { createTestApp, type TestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

async function withConfig(env: Record<string, string> = {}) {
  const app = await createTestApp({ env });
  opened.push(app);
  const { json } = await get(visitor(app.url), 'getConfig');
  const config = json.data as ConfigView;
  return { app, config };
}

const OPERATOR = {
  OPERATOR_NAME: 'Verein der leisen Stimmen',
  OPERATOR_ADDRESS: 'Hinterhof 3; 10999 Berlin',
  OPERATOR_EMAIL: 'post@stimmen.example',
  OPERATOR_PHONE: '+49 30 1234567',
  OPERATOR_RESPONSIBLE: 'Mara Beispiel',
  OPERATOR_YOUTH_PROTECTION: 'Kim Beispiel, jugendschutz@stimmen.example',
  OPERATOR_DSA_AUTHORITIES: 'behoerden@stimmen.example; Deutsch, Englisch',
};

describe('the configuration', () => {
  it('names the operator, or no one while no operator is set', async () => {
    const unset = await withConfig();
    expect(unset.config.operator).toEqual({
      name: null,
      address: null,
      email: null,
      phone: null,
      responsible: null,
      youthProtection: null,
      dsaAuthorities: null,
      dsaUsers: null,
    });
    const set = await withConfig({
      ...OPERATOR,
      ADMIN_USERNAME: 'keeper',
      ADMIN_PASSWORD: 'Candle-light-42',
    });
    expect(set.config.operator).toEqual({
      name: OPERATOR.OPERATOR_NAME,
      address: OPERATOR.OPERATOR_ADDRESS,
      email: OPERATOR.OPERATOR_EMAIL,
      phone: OPERATOR.OPERATOR_PHONE,
      responsible: OPERATOR.OPERATOR_RESPONSIBLE,
      youthProtection: OPERATOR.OPERATOR_YOUTH_PROTECTION,
      dsaAuthorities: OPERATOR.OPERATOR_DSA_AUTHORITIES,
      // Without its own setting it is the operator's address.
      dsaUsers: OPERATOR.OPERATOR_EMAIL,
    });
    expect(JSON.stringify(set.config)).not.toMatch(/keeper|Candle/);
  });

  it('says whether anyone can review uploads', async () => {
    const { app, config } = await withConfig();
    expect(config.hasModerators).toBe(false);
    await app.admin();
    const { json } = await get(visitor(app.url), 'getConfig');
    expect((json.data as ConfigView).hasModerators).toBe(true);
  });

  it('refuses an operator without contact details and names the variable', () => {
    expect(() => readEnv({ OPERATOR_EMAIL: 'nobody' })).toThrow(/OPERATOR_EMAIL/);
    expect(() => readEnv({ OPERATOR_NAME: 'one\ntwo' })).toThrow(/OPERATOR_NAME/);
    expect(() => readEnv({ OPERATOR_PHONE: 'x'.repeat(301) })).toThrow(/OPERATOR_PHONE/);
  });

  it('shows this instance’s own times and modes', async () => {
    const { config } = await withConfig({
      SESSION_IDLE_DAYS: '3',
      SESSION_MAX_DAYS: '11',
      UPLOAD_RESUME_SECONDS: '7200',
      REVIEW_POLICY: 'flagged',
    });
    const { retention, reviewPolicy, refusedAboveSeconds } = config;
    expect(retention).toMatchObject({
      sessionIdleDays: 3,
      sessionMaxDays: 11,
      deletionDays: 14,
      endedSessionsDays: 30,
      unfinishedUploadsSeconds: 7200,
    });
    expect(reviewPolicy).toBe('flagged');
    expect(refusedAboveSeconds).toBe(3600);
  });

  it('shows the proof of work that its challenges require', async () => {
    const { app, config } = await withConfig();
    const person = visitor(app.url);
    const asked = [];
    for (const { aboveBytes } of config.proofOfWork.classes) {
      const sizes = { at: Math.max(1, aboveBytes), above: aboveBytes + 1 };
      const challenge = (size: number) =>
        callAction<{ difficulty: number; puzzles: number; bits: number }>(person, 'getPowChallenge', {
          sha256: 'a'.repeat(64),
          size,
        });
      const { difficulty, puzzles, bits } = await challenge(sizes.above);
      expect(bits).toBe(config.proofOfWork.bits);
      if (aboveBytes > 0) expect((await challenge(sizes.at)).difficulty).toBe(difficulty - 1);
      asked.push({ difficulty, aboveBytes, puzzles });
    }
    expect(asked).toEqual(config.proofOfWork.classes);
  });
});
