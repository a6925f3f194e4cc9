// How many cases of a property where its test says nothing else; as test/harness/cases.ts.
import { configureGlobal } from 'fast-check';

configureGlobal({ numRuns: process.env.TEST_TIER === 'long' ? 500 : 40 });
