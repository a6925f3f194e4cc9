import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { SignInController } from './sign-in.controller.js';

/** Starts and ends a browser's session, by link, token or issuer. */
@Module({ imports: [AccessModule], controllers: [SignInController] })
export class SignInModule {}
