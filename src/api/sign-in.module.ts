import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SignInController } from './sign-in.controller.js';

/** How a browser comes in, by link or token, and goes out. */
@Module({ imports: [AccessModule], controllers: [SignInController] })
export class SignInModule {}
