/* Prints the prompt of a cell: build CELL. A value is its bytes and their number, never a string that a zero ends.
   Nothing is freed, because the program ends with the prompt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *at;
    size_t len;
} bytes;

static const char *cell;

static void fail(const char *what, const char *name) {
    fprintf(stderr, "build: %s %s\n", what, name);
    exit(1);
}

static void add(bytes *b, const char *at, size_t len) {
    char *grown = realloc(b->at, b->len + len + 1);
    if (grown == NULL) fail("no memory for", cell);
    if (len > 0) memcpy(grown + b->len, at, len);
    b->at = grown;
    b->len += len;
}

static void say(bytes *b, const char *text) { add(b, text, strlen(text)); }

static void join(bytes *b, bytes other) { add(b, other.at, other.len); }

/* find reads a file of the cell, and reports whether it is there. */
static int find(const char *path, bytes *content) {
    char name[4096], chunk[8192];
    size_t n;
    snprintf(name, sizeof name, "%s/%s", cell, path);
    FILE *f = fopen(name, "rb");
    if (f == NULL) return 0;
    add(content, "", 0);
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) add(content, chunk, n);
    if (ferror(f)) fail("can't read", name);
    fclose(f);
    return 1;
}

static bytes get(const char *path) {
    bytes content = {0};
    if (!find(path, &content)) fail("no file", path);
    return content;
}

static bytes field(const char *list, int i, const char *name) {
    char path[256];
    snprintf(path, sizeof path, "inputs/%s/%d/%s", list, i, name);
    return get(path);
}

static int has_item(const char *list, int i) {
    char path[256];
    bytes unused = {0};
    snprintf(path, sizeof path, "inputs/%s/%d/name", list, i);
    return find(path, &unused);
}

static bytes stripped(bytes b) {
    while (b.len > 0 && b.at[b.len - 1] == '\n') b.len--;
    return b;
}

static bytes escaped(bytes b) {
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    bytes out = {0};
    for (size_t i = 0; i < b.len; i++) {
        const char *special = memchr(from, b.at[i], sizeof from - 1);
        if (special == NULL) {
            add(&out, &b.at[i], 1);
            continue;
        }
        add(&out, "\\", 1);
        add(&out, &to[special - from], 1);
    }
    return out;
}

/* tagged appends a section behind a separator, nothing for content without bytes. The name is escaped already. */
static void tagged(bytes *out, bytes separator, const char *tag, bytes name, bytes content) {
    if (content.len == 0) return;
    if (out->len > 0) join(out, separator);
    say(out, "<");
    say(out, tag);
    if (name.len > 0) {
        say(out, " name=\"");
        join(out, name);
        say(out, "\"");
    }
    say(out, ">\n");
    join(out, content);
    say(out, "\n</");
    say(out, tag);
    say(out, ">");
}

static bytes literal(const char *text) {
    bytes b = {0};
    say(&b, text);
    return b;
}

/* text puts a text of the catalog together, in the first locale that has it. */
static bytes text(const char *section) {
    static const char *const kinds[] = {"text", "tool", "input"};
    bytes out = {0}, locales = get("locales");
    add(&locales, "", 1);
    for (char *locale = locales.at, *end; out.at == NULL && (end = strchr(locale, '\n')) != NULL; locale = end + 1) {
        *end = '\0';
        for (int i = 0, kind = 0; kind < 3;) {
            char path[512];
            bytes piece = {0};
            snprintf(path, sizeof path, "texts/%s/%s/%d.%s", locale, section, i, kinds[kind]);
            if (!find(path, &piece)) {
                kind++;
                continue;
            }
            if (kind == 2) {
                snprintf(path, sizeof path, "inputs/%.*s", (int)piece.len, piece.at);
                piece = get(path);
            }
            join(&out, piece);
            i++, kind = 0;
        }
    }
    return out;
}

static bytes instruction_files(void) {
    bytes out = {0}, line = literal("\n");
    tagged(&out, line, "instruction-file", literal("global"), stripped(get("inputs/global_instructions")));
    tagged(&out, line, "instruction-file", literal("project"), stripped(get("inputs/project_instructions")));
    return out;
}

static bytes skill_index(void) {
    bytes out = {0};
    for (int i = 0; has_item("skills", i); i++) {
        say(&out, i == 0 ? "- " : "\n- ");
        join(&out, escaped(field("skills", i, "name")));
        say(&out, ": ");
        join(&out, escaped(field("skills", i, "summary")));
    }
    return out;
}

static bytes selected_skills(void) {
    bytes out = {0};
    for (int i = 0; has_item("selected_skills", i); i++) {
        bytes content = literal("Base directory: ");
        join(&content, field("selected_skills", i, "dir"));
        say(&content, "\n\n");
        join(&content, stripped(field("selected_skills", i, "body")));
        tagged(&out, literal("\n"), "skill", escaped(field("selected_skills", i, "name")), content);
    }
    return out;
}

static bytes current_plan(void) { return get("inputs/plan"); }

static bytes context_snapshot(void) { return get("inputs/context"); }

/* What is in a section without a function is its text. */
static const struct section {
    const char *name, *tag;
    bytes (*content)(void);
} sections[] = {
    {"identity", "agent-identity", NULL},
    {"environment", "environment", NULL},
    {"rules", "rules", NULL},
    {"using_tools", "using-your-tools", NULL},
    {"sub_agents", "sub-agent-guidance", NULL},
    {"todo", "todo-guidance", NULL},
    {"plan_lifecycle", "plan-lifecycle-guidance", NULL},
    {"instruction_files", "instruction-files", instruction_files},
    {"skill_index", "skill-index", skill_index},
    {"selected_skills", "selected-skills", selected_skills},
    {"current_plan", "current-plan", current_plan},
    {"context_snapshot", "context-snapshot", context_snapshot},
    {"output_language", "output-language", NULL},
};

static const struct section *section_of(const char *name) {
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strcmp(sections[i].name, name) == 0) return &sections[i];
    fail("unknown section", name);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 2) fail("want", "the folder of a cell");
    cell = argv[1];
    bytes out = {0}, order = get("sections"), separator = get("separator");
    add(&order, "", 1);
    for (char *name = order.at, *end; (end = strchr(name, '\n')) != NULL; name = end + 1) {
        *end = '\0';
        const struct section *s = section_of(name);
        bytes attribute = {0};
        if (s->content == current_plan) attribute = escaped(get("inputs/plan_file"));
        tagged(&out, separator, s->tag, attribute, s->content ? s->content() : text(name));
    }
    return fwrite(out.at, 1, out.len, stdout) == out.len && fflush(stdout) == 0 ? 0 : 1;
}
