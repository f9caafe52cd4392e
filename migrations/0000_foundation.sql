CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"login_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"logout_time" timestamp (3) with time zone,
	"ip_address" text,
	"user_agent" text,
	"auth_provider" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issuer" text NOT NULL,
	"google_id" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"subscription_tier" text DEFAULT 'free' NOT NULL,
	"subscription_status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_issuer_googleId_unique" UNIQUE("issuer","google_id")
);
--> statement-breakpoint
CREATE TABLE "chapter_pages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"chapter_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"html" text NOT NULL,
	"length" integer NOT NULL,
	"word_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapter_saves" (
	"chapter_id" uuid NOT NULL,
	"op_id" text NOT NULL,
	"sequence" bigserial NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "chapter_saves_chapter_id_op_id_pk" PRIMARY KEY("chapter_id","op_id")
);
--> statement-breakpoint
CREATE TABLE "chapter_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chapter_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"revision" integer NOT NULL,
	"word_count" integer NOT NULL,
	"reason" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"project_id" uuid NOT NULL,
	"title" text NOT NULL,
	"chapter_type" text NOT NULL,
	"section" text NOT NULL,
	"order" integer NOT NULL,
	"is_system_generated" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"length" integer DEFAULT 0 NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"synopsis" text,
	"plot_points" text[],
	"story_beats" text,
	"conflicts" text,
	"character_arcs" text,
	"pov_character" text,
	"chapter_purpose" text,
	"themes" text,
	"foreshadowing" text,
	"scene_count" integer DEFAULT 1 NOT NULL,
	"setting" text,
	"bell_sequence_type" text,
	"contains_mirror_moment" integer DEFAULT 0 NOT NULL,
	"chapter_stakes" text,
	"conflict_level" text,
	"reaction_beat" text,
	"next_action_hook" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"time_period" text,
	"setting" text,
	"genre" text,
	"lead" text,
	"objective" text,
	"confrontation" text,
	"knockout" text,
	"disturbance" text,
	"doorway" text,
	"mirror_moment" text,
	"dark_moment" text,
	"midpoint_twist" text,
	"physical_stakes" text,
	"professional_stakes" text,
	"psychological_stakes" text,
	"word_count" integer DEFAULT 0 NOT NULL,
	"target_word_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_pages" ADD CONSTRAINT "chapter_pages_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_saves" ADD CONSTRAINT "chapter_saves_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD CONSTRAINT "chapter_versions_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_expire_index" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_user_id_index" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_session_id_index" ON "user_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "users_email_index" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "chapter_pages_chapter_id_position_index" ON "chapter_pages" USING btree ("chapter_id","position");--> statement-breakpoint
CREATE INDEX "chapter_saves_chapter_id_sequence_index" ON "chapter_saves" USING btree ("chapter_id","sequence");--> statement-breakpoint
CREATE INDEX "chapter_versions_chapter_id_created_at_index" ON "chapter_versions" USING btree ("chapter_id","created_at");--> statement-breakpoint
CREATE INDEX "chapter_versions_created_at_index" ON "chapter_versions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chapters_project_id_section_order_index" ON "chapters" USING btree ("project_id","section","order");--> statement-breakpoint
CREATE INDEX "chapters_deleted_at_index" ON "chapters" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "projects_user_id_updated_at_index" ON "projects" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "projects_deleted_at_index" ON "projects" USING btree ("deleted_at");